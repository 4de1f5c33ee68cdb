package dev.interlock.policy.yaml;

/** A text as it is shown in a message: short, on one line. */
public final class Shown {
    private static final int LONGEST = 60;

    private Shown() {}

    /** The text without control characters, cut off after some dozen characters. */
    public static String of(String text) {
        StringBuilder shown = new StringBuilder();
        int count = 0;
        for (int i = 0; i < text.length(); count++) {
            if (count == LONGEST) {
                return shown.append('…').toString();
            }
            int letter = text.codePointAt(i);
            i += Character.charCount(letter);
            if (isShown(letter)) {
                shown.appendCodePoint(letter);
            } else {
                shown.append(String.format("\\u%04x", letter));
            }
        }
        return shown.toString();
    }

    private static boolean isShown(int letter) {
        return switch (Character.getType(letter)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
