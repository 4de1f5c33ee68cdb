package dev.interlock.broker;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a child JVM is to run, with the Java and the class path of this JVM.
 *
 * @param name how messages call it
 * @param mainClass the public class with the main method
 * @param arguments of the main method
 * @param options of the JVM, such as {@code -Xmx256m}; none means a small default. Logback writes warnings to the log
 *     unless {@code -Dlogback.configurationFile} is among them
 * @param log the file that standard error and standard output are appended to
 * @param readyPrefix what the line on standard output starts with that says it is ready
 */
public record JvmCommand(
        String name, String mainClass, List<String> arguments, List<String> options, Path log, String readyPrefix) {
    /** What every JVM here runs with: Kafka's libraries use native code and Unsafe, about which newer JDKs warn. */
    private static final List<String> ALWAYS = List.of(
            "-XX:+IgnoreUnrecognizedVMOptions",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    /** Several of them share a small machine, and start more often than they run long. */
    private static final List<String> SMALL = List.of("-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    public JvmCommand {
        arguments = List.copyOf(arguments);
        options = List.copyOf(options);
    }

    /** The same with other arguments of the main method. */
    public JvmCommand withArguments(List<String> changed) {
        return new JvmCommand(name, mainClass, changed, options, log, readyPrefix);
    }

    ProcessBuilder process() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ALWAYS);
        command.add("-Dlogback.configurationFile=dev/interlock/broker/logback-child.xml");
        command.addAll(options.isEmpty() ? SMALL : options);
        command.add(ChildMain.class.getName());
        command.add(mainClass);
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().put("CLASSPATH", absolute(System.getProperty("java.class.path")));
        return builder;
    }

    private static String absolute(String classPath) {
        return String.join(
                File.pathSeparator,
                List.of(classPath.split(File.pathSeparator)).stream()
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .toList());
    }
}
