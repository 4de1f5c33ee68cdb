package dev.interlock.core.policy;

/**
 * How a tool may be asked for page after page.
 *
 * @param most how many pages one series may have, at least 1
 */
public record PageRule(int most) {

    public PageRule {
        Parts.within("page.most", most, 1, Ceilings.MOST);
    }
}
