package dev.interlock.server.app;

import dev.interlock.server.control.TopicProblem;
import java.util.List;
import java.util.stream.Collectors;

/** The refusal to start on topics that are not as the contract says. */
public final class TopicsException extends RuntimeException {
    TopicsException(List<TopicProblem> problems) {
        super(problems.stream().map(TopicProblem::toString).collect(Collectors.joining("\n")));
    }
}
