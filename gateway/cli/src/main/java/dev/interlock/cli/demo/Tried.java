package dev.interlock.cli.demo;

import dev.interlock.scenarios.Scenario;
import dev.interlock.scenarios.ScriptedProposal;
import java.util.ArrayList;
import java.util.List;

/** What the agents of a scenario tried, in a few words: the tools in order, those in a row counted. */
final class Tried {
    private static final int LONGEST = 40;

    private Tried() {}

    static String text(Scenario scenario) {
        List<String> words = new ArrayList<>();
        String last = "";
        int times = 0;
        for (ScriptedProposal proposal : scenario.proposals().values()) {
            String tool = proposal.call().tool();
            if (!tool.equals(last)) {
                add(words, last, times);
                last = tool;
                times = 0;
            }
            times++;
        }
        add(words, last, times);
        String text = String.join(", ", words);
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
    }

    private static void add(List<String> words, String tool, int times) {
        if (times > 0) {
            words.add(times == 1 ? tool : tool + " ×" + times);
        }
    }
}
