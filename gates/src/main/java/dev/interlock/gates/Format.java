package dev.interlock.gates;

import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import com.palantir.javaformat.java.JavaFormatterOptions.Style;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The formatter of all Java sources below one directory: {@code check} names the files that differ and fails,
 * {@code apply} rewrites them. It runs in its own JVM because it reads sources with the compiler of the JVM it runs
 * in, and the JVM of Maven may be too old for them.
 */
public final class Format {
    private static final Set<String> SKIPPED = Set.of("target", ".git", "node_modules");

    private final Formatter formatter = Formatter.createFormatter(
            JavaFormatterOptions.builder().style(Style.PALANTIR).build());
    private final boolean apply;

    private Format(boolean apply) {
        this.apply = apply;
    }

    /**
     * Exits with 0 if every file is (or now is) formatted, with 1 if one is not, with 2 if the arguments are wrong.
     *
     * @param args {@code check} or {@code apply}, then the directory
     */
    public static void main(String[] args) throws IOException {
        if (args.length != 2 || !Set.of("check", "apply").contains(args[0])) {
            System.err.println("Usage: check|apply DIRECTORY. Got: " + String.join(" ", args));
            System.exit(2);
        }
        Path root = Path.of(args[1]).toAbsolutePath().normalize();
        List<String> complaints = new Format("apply".equals(args[0])).run(root);
        complaints.forEach(System.err::println);
        System.exit(complaints.isEmpty() ? 0 : 1);
    }

    private List<String> run(Path root) throws IOException {
        return sources(root).parallelStream()
                .flatMap(file -> format(file).stream().map(problem -> root.relativize(file) + problem))
                .toList();
    }

    private List<String> format(Path file) {
        try {
            String before = Files.readString(file);
            String after = formatter.formatSourceAndFixImports(before);
            if (after.equals(before)) {
                return List.of();
            }
            if (apply) {
                Files.writeString(file, after);
                return List.of();
            }
            return List.of(": not formatted. Run: mvn -q -pl gates verify -Dformat=apply");
        } catch (FormatterException e) {
            return List.of(":" + e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Path> sources(Path root) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                boolean skip = SKIPPED.contains(String.valueOf(directory.getFileName()));
                return skip ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".java")) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return found.stream().sorted().toList();
    }
}
