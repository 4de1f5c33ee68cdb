package dev.interlock.gates;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * The tests that the reports of a build name as skipped. A test may be skipped only where the machine lacks what it
 * needs, and then it says so: its reason contains {@value #NOT_RUN} and what is missing. Any other fails the build.
 */
public final class SkippedTests {
    static final String NOT_RUN = "not run: ";

    private SkippedTests() {}

    /**
     * Prints the tests that were rightly not run, and exits with 1 if one was skipped for another reason.
     *
     * @param args the directory of the whole build
     */
    public static void main(String[] args) throws IOException {
        List<Skipped> skipped = below(Path.of(args[0]));
        skipped.stream().filter(Skipped::isExplained).forEach(System.out::println);
        List<Skipped> wrong =
                skipped.stream().filter(test -> !test.isExplained()).toList();
        wrong.forEach(test -> System.err.println("A skipped test must say \"" + NOT_RUN + "...\": " + test));
        System.exit(wrong.isEmpty() ? 0 : 1);
    }

    static List<Skipped> below(Path root) throws IOException {
        List<Skipped> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            List<Path> reports = files.filter(SkippedTests::isReport).sorted().toList();
            for (Path report : reports) {
                found.addAll(in(report));
            }
        }
        return found;
    }

    private static boolean isReport(Path file) {
        String directory = String.valueOf(file.toAbsolutePath().getParent().getFileName());
        return file.getFileName().toString().matches("TEST-.*\\.xml")
                && directory.matches("(surefire|failsafe)-reports");
    }

    private static List<Skipped> in(Path report) throws IOException {
        try {
            NodeList nodes = DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(report.toFile())
                    .getElementsByTagName("skipped");
            return IntStream.range(0, nodes.getLength())
                    .mapToObj(i -> Skipped.of((Element) nodes.item(i)))
                    .toList();
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException("Not a test report: " + report, e);
        }
    }

    /** One skipped test and the reason it gave. */
    record Skipped(String test, String reason) {
        private static Skipped of(Element element) {
            Element test = (Element) element.getParentNode();
            String reason = element.getAttribute("message") + " " + element.getTextContent();
            return new Skipped(test.getAttribute("classname") + "." + test.getAttribute("name"), reason.strip());
        }

        boolean isExplained() {
            return reason.contains(NOT_RUN);
        }

        @Override
        public String toString() {
            return test + " (" + reason.lines().findFirst().orElse("no reason") + ")";
        }
    }
}
