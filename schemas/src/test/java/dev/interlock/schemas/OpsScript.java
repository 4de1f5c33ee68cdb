package dev.interlock.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A script of the folder ops, run dry: it prints what it would do. */
record OpsScript(String name) {
    static final Path FOLDER = Path.of("../ops");

    /** The commands it would run, each as its words. */
    List<List<String>> commands(String... arguments) throws IOException, InterruptedException {
        return output(arguments).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> List.of(line.strip().split(" ")))
                .toList();
    }

    private List<String> output(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("bash", FOLDER.resolve(name).toString(), "--dry-run"));
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile(name, ".out");
        try {
            Process script = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            boolean ended = script.waitFor(1, TimeUnit.MINUTES);
            script.destroyForcibly();
            List<String> lines = Files.readAllLines(output);
            assertThat(ended).as("%s ended; it printed %s", name, lines).isTrue();
            assertThat(script.exitValue())
                    .as("exit code of %s; it printed %s", name, lines)
                    .isZero();
            return lines;
        } finally {
            Files.delete(output);
        }
    }

    /** The words that follow an option. */
    static List<String> values(List<String> command, String option) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < command.size() - 1; i++) {
            if (command.get(i).equals(option)) {
                values.add(command.get(i + 1));
            }
        }
        return values;
    }

    /** The word that follows an option given once. */
    static String value(List<String> command, String option) {
        List<String> values = values(command, option);
        assertThat(values).as("values of %s in %s", option, command).hasSize(1);
        return values.get(0);
    }
}
