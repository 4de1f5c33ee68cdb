package dev.interlock.core.policy;

import java.util.List;

/**
 * Which calls a person has to approve, each by itself, before they may run. How long a person has is
 * {@link Horizons#holdMs}.
 *
 * @param tools names of the tools, in which * stands for any characters; empty when nothing needs approval
 */
public record ApprovalRule(List<String> tools) {
    /** Nothing needs approval. */
    public static final ApprovalRule NONE = new ApprovalRule(List.of());

    /** The most tools that may be named. */
    public static final int MOST_TOOLS = 1_000;

    public ApprovalRule {
        tools = List.copyOf(tools);
        if (tools.size() > MOST_TOOLS) {
            throw new IllegalArgumentException(
                    "approval.tools: must name at most " + MOST_TOOLS + " tools, were " + tools.size());
        }
    }

    /** Whether a call of this tool needs approval. */
    public boolean covers(String tool) {
        return tools.contains(tool) || tools.stream().anyMatch(name -> ToolPattern.matches(name, tool));
    }
}
