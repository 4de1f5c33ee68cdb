package dev.interlock.policy.words;

import dev.interlock.policy.body.FieldPath;

/**
 * Something in a policy that is allowed and probably not meant.
 *
 * @param field the field it is about
 * @param text what follows from it
 */
public record Warning(FieldPath field, String text) {}
