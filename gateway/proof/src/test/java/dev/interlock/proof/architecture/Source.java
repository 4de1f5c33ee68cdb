package dev.interlock.proof.architecture;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import dev.interlock.proof.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * One Java file of the project, parsed but not compiled.
 *
 * @param path path from the root of the project
 * @param text what it says
 * @param tree what the compiler's parser made of it
 * @param trees where the parts of the tree stand in the text
 */
record Source(Path path, String text, CompilationUnitTree tree, Trees trees) {
    private static final Set<String> SKIPPED = Set.of("target", ".git", "node_modules");

    /** All Java files of the project. */
    static List<Source> all() {
        Path root = Repository.root();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask)
                    compiler.getTask(null, files, null, null, null, files.getJavaFileObjectsFromPaths(javaFiles(root)));
            Trees trees = Trees.instance(task);
            return StreamSupport.stream(task.parse().spliterator(), false)
                    .map(tree -> of(root, tree, trees))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether it is test code. */
    boolean isTest() {
        return path.toString().contains("src/test/java") || path.startsWith("gateway/proof");
    }

    /** Name of its package. */
    String packageName() {
        return tree.getPackageName().toString();
    }

    /** Name of the file, without its ending. */
    String name() {
        return path.getFileName().toString().replaceFirst("\\.java$", "");
    }

    /** The number of its lines. */
    long length() {
        return text.lines().count();
    }

    private static Source of(Path root, CompilationUnitTree tree, Trees trees) {
        Path file = Path.of(tree.getSourceFile().toUri());
        try {
            return new Source(root.relativize(file), Files.readString(file), tree, trees);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> javaFiles(Path root) throws IOException {
        List<Path> found = new ArrayList<>();
        List<Path> open = new ArrayList<>(List.of(root));
        while (!open.isEmpty()) {
            try (Stream<Path> entries = Files.list(open.removeLast())) {
                for (Path entry : entries.sorted().toList()) {
                    if (Files.isDirectory(entry)) {
                        if (!SKIPPED.contains(entry.getFileName().toString())) {
                            open.add(entry);
                        }
                    } else if (entry.toString().endsWith(".java")) {
                        found.add(entry);
                    }
                }
            }
        }
        return found;
    }
}
