package dev.interlock.policy.contract;

import dev.interlock.core.policy.SameCall;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.policy.body.FieldPath;
import dev.interlock.policy.words.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Finds reads that may be repeated without end: they bring nothing new, and nobody is told. */
public final class Unwatched {
    private Unwatched() {}

    /** A warning for each tool that is said to only read, and whose repetition is switched off. */
    public static List<Warning> warnings(PolicyDocument document) {
        List<Warning> found = new ArrayList<>();
        new TreeMap<>(document.policy().tools()).forEach((tool, contract) -> {
            boolean reads = document.terms(tool)
                    .effect()
                    .filter(effect -> effect == EffectClass.READ)
                    .isPresent();
            if (reads && isOff(contract)) {
                found.add(new Warning(
                        FieldPath.of(PolicyDocument.TOOLS, tool)
                                .child("same_call")
                                .child("allowed"),
                        "lets a tool that only reads be asked the same until a ceiling is reached: where it waits for"
                                + " something, say so with pending and poll"));
            }
        });
        return found;
    }

    private static boolean isOff(ToolContract contract) {
        return contract.sameCall().filter(SameCall::isOff).isPresent();
    }
}
