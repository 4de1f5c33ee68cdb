package dev.interlock.proof.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.PrimitiveTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.type.TypeKind;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the sources themselves must keep, tests included. */
final class SourceRulesTest {
    private static final int FILE_LINES = 400;
    private static final int METHOD_LINES = 60;
    private static final int PARAMETERS = 5;

    private static final Pattern EMPTY_WORD =
            Pattern.compile("utils?|utility|helpers?|managers?|common|base|impl|data|infos?|dtos?");
    private static final Pattern WORD = Pattern.compile("[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])");

    private static final Pattern SLEEP = Pattern.compile("\\.sleep\\(");
    private static final Pattern MOCKS = Pattern.compile("import (static )?org\\.(mockito|easymock|jmockit)\\b");

    private static List<Source> sources;

    @BeforeAll
    static void readSources() {
        sources = Source.all();
        assertThat(sources).as("all sources of the project").hasSizeGreaterThan(200);
    }

    @Test
    void file_hasAtMost400Lines() {
        assertThat(sources.stream()
                        .filter(source -> source.length() > FILE_LINES)
                        .map(source -> where(source) + " has " + source.length()))
                .as("Files of more than %d lines. Split them: one type, one matter", FILE_LINES)
                .isEmpty();
    }

    @Test
    void method_hasAtMost60Lines() {
        assertThat(inMethods(this::lengthOf))
                .as("Methods of more than %d lines. Name a part of it and move it out", METHOD_LINES)
                .isEmpty();
    }

    @Test
    void method_takesAtMost5Parameters() {
        assertThat(inMethods(this::parametersOf))
                .as("Methods with more than %d parameters. Make what belongs together a record", PARAMETERS)
                .isEmpty();
    }

    @Test
    void name_saysWhatTheThingIs() {
        assertThat(sources.stream().flatMap(SourceRulesTest::names).filter(SourceRulesTest::isEmptyWord))
                .as("Names with one of the words %s say nothing. Name what it does", EMPTY_WORD)
                .isEmpty();
    }

    @Test
    void package_saysWhatItIs() {
        Set<String> described = sources.stream()
                .filter(source -> source.name().equals("package-info"))
                .map(SourceRulesTest::place)
                .collect(Collectors.toSet());
        assertThat(sources.stream().map(SourceRulesTest::place).distinct().filter(place -> !described.contains(place)))
                .as("Packages without a package-info.java. Write one sentence that says what the package is")
                .isEmpty();
    }

    @Test
    void test_neitherSleepsNorMocks() {
        assertThat(sources.stream()
                        .filter(Source::isTest)
                        .filter(source -> SLEEP.matcher(source.text()).find()
                                || MOCKS.matcher(source.text()).find())
                        .map(SourceRulesTest::where))
                .as("Wait for what is expected with Awaitility; use the real thing, or a small fake of one's own")
                .isEmpty();
    }

    @Test
    void core_hasNoFloatingPoint() {
        assertThat(sources.stream()
                        .filter(source -> source.path().startsWith("gateway/core/src/main"))
                        .flatMap(SourceRulesTest::floatingPoint))
                .as("Count in the smallest unit with long")
                .isEmpty();
    }

    private static Stream<String> floatingPoint(Source source) {
        List<String> found = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitPrimitiveType(PrimitiveTypeTree type, Void nothing) {
                if (Set.of(TypeKind.FLOAT, TypeKind.DOUBLE).contains(type.getPrimitiveTypeKind())) {
                    found.add(where(source) + ": " + type);
                }
                return null;
            }

            @Override
            public Void visitLiteral(LiteralTree literal, Void nothing) {
                if (Set.of(Tree.Kind.FLOAT_LITERAL, Tree.Kind.DOUBLE_LITERAL).contains(literal.getKind())) {
                    found.add(where(source) + ": " + literal);
                }
                return null;
            }
        }.scan(source.tree(), null);
        return found.stream();
    }

    private Stream<String> lengthOf(Method method) {
        long lines = method.lines();
        return lines > METHOD_LINES ? Stream.of(method.where() + " has " + lines) : Stream.empty();
    }

    /** Those of a parameterised test are the columns of its table. */
    private Stream<String> parametersOf(Method method) {
        int count = method.tree().getParameters().size();
        return count > PARAMETERS && !method.isTable() ? Stream.of(method.where() + " takes " + count) : Stream.empty();
    }

    private static List<String> inMethods(Function<Method, Stream<String>> complaint) {
        return sources.stream()
                .flatMap(source -> methods(source).stream())
                .flatMap(complaint)
                .toList();
    }

    /** All methods, but not the constructor of a record, which takes what the record has. */
    private static List<Method> methods(Source source) {
        List<Method> found = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitClass(ClassTree type, Void nothing) {
                type.getMembers().stream()
                        .filter(MethodTree.class::isInstance)
                        .map(MethodTree.class::cast)
                        .filter(method -> type.getKind() != Tree.Kind.RECORD || method.getReturnType() != null)
                        .forEach(method -> found.add(new Method(source, method)));
                return super.visitClass(type, nothing);
            }
        }.scan(source.tree(), null);
        return found;
    }

    private static Stream<String> names(Source source) {
        List<String> found = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitClass(ClassTree type, Void nothing) {
                found.add(type.getSimpleName().toString());
                return super.visitClass(type, nothing);
            }
        }.scan(source.tree(), null);
        Stream.of(source.packageName().split("\\.")).forEach(found::add);
        return found.stream().distinct();
    }

    private static boolean isEmptyWord(String name) {
        return WORD.matcher(name)
                .results()
                .map(word -> word.group().toLowerCase(Locale.ROOT))
                .anyMatch(word -> EMPTY_WORD.matcher(word).matches());
    }

    /** The module and the package: tests of a package are described where the package is. */
    private static String place(Source source) {
        return source.path().toString().replaceFirst("src/.*", "") + source.packageName();
    }

    private static String where(Source source) {
        return source.path().toString();
    }

    /** One method of a file. */
    private record Method(Source source, MethodTree tree) {
        long lines() {
            return line(source.trees().getSourcePositions().getEndPosition(source.tree(), tree))
                    - line(source.trees().getSourcePositions().getStartPosition(source.tree(), tree))
                    + 1;
        }

        boolean isTable() {
            return tree.getModifiers().getAnnotations().stream()
                    .anyMatch(a -> a.getAnnotationType().toString().equals("ParameterizedTest"));
        }

        String where() {
            long start = source.trees().getSourcePositions().getStartPosition(source.tree(), tree);
            return SourceRulesTest.where(source) + ":" + line(start) + " " + tree.getName();
        }

        private long line(long position) {
            return source.tree().getLineMap().getLineNumber(position);
        }
    }
}
