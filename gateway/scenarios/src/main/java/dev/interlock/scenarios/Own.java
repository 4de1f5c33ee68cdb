package dev.interlock.scenarios;

/**
 * An argument that is another in each playing of a scenario: what an operation id is derived from must not be that of an
 * operation of an earlier playing.
 *
 * @param name tells it from others within the scenario
 */
public record Own(String name) {
    @Override
    public String toString() {
        return name;
    }
}
