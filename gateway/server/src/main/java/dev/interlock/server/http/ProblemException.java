package dev.interlock.server.http;

/** A request cannot be answered as it was meant to be. */
public final class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    ProblemException(Problem problem, Throwable cause) {
        super(problem.detail(), cause);
        this.problem = problem;
    }

    /** What is answered. */
    public Problem problem() {
        return problem;
    }
}
