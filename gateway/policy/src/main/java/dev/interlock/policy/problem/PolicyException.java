package dev.interlock.policy.problem;

import java.util.List;
import java.util.stream.Collectors;

/** The refusal of a policy file. Its message has a line for each problem. */
public final class PolicyException extends RuntimeException {
    private final String file;
    private final List<Problem> problems;

    /**
     * A file with problems.
     *
     * @param file how the user calls the file
     * @param problems at least one, in the order of the file
     */
    public PolicyException(String file, List<Problem> problems) {
        super(lines(file, problems));
        this.file = file;
        this.problems = List.copyOf(problems);
    }

    /** How the user calls the file. */
    public String file() {
        return file;
    }

    /** All that was found, in the order of the file. */
    public List<Problem> problems() {
        return problems;
    }

    private static String lines(String file, List<Problem> problems) {
        String all = problems.stream().map(problem -> problem.text(file)).collect(Collectors.joining("\n"));
        return problems.size() < Problems.MOST
                ? all
                : all + "\n" + file + ": no more than " + Problems.MOST + " problems are listed";
    }
}
