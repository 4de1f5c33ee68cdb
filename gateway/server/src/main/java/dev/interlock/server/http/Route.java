package dev.interlock.server.http;

import dev.interlock.server.access.Role;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What may be asked, and by whom.
 *
 * @param method how
 * @param path under which path
 * @param roles who may ask; empty for anybody, known or not
 * @param form what it takes and gives
 * @param handler who answers
 */
public record Route(Method method, PathPattern path, Optional<Set<Role>> roles, Form form, Handler handler) {
    public Route {
        roles = roles.map(Set::copyOf);
    }

    /**
     * What a route takes and gives.
     *
     * @param parameters the names it knows behind the path; another one is refused, for a filter with a slip in its name
     *     would show too much
     * @param takes media types of the body; empty where it takes none
     * @param gives media types of what it answers, of which a request must take one; empty where it looks for itself.
     *     Problems come beside
     */
    public record Form(Set<String> parameters, Set<String> takes, Set<String> gives) {
        static final Form READING = new Form(Set.of(), Set.of(), Set.of(Answer.JSON));
        static final Form WRITING = new Form(Set.of(), Set.of(Answer.JSON), Set.of(Answer.JSON));

        public Form {
            parameters = Set.copyOf(parameters);
            takes = Set.copyOf(takes);
            gives = Set.copyOf(gives);
        }
    }

    /** Something to be read as JSON. */
    public static Route get(String path, Set<Role> roles, Handler handler) {
        return new Route(Method.GET, PathPattern.of(path), Optional.of(roles), Form.READING, handler);
    }

    /** Something to be done, as a JSON body says. */
    public static Route post(String path, Set<Role> roles, Handler handler) {
        return new Route(Method.POST, PathPattern.of(path), Optional.of(roles), Form.WRITING, handler);
    }

    /** Something that anybody may read. It must not block: what it tells is needed when nothing else answers any more. */
    static Route open(String path, Handler handler) {
        Form form = new Form(Set.of(), Set.of(), Set.of());
        return new Route(Method.GET, PathPattern.of(path), Optional.empty(), form, handler);
    }

    /** The same with parameters behind the path. */
    public Route with(String... parameters) {
        return with(new Form(Set.copyOf(List.of(parameters)), form.takes(), form.gives()));
    }

    /** The same with other media types to answer in. */
    public Route giving(String... mediaTypes) {
        return with(new Form(form.parameters(), form.takes(), Set.copyOf(List.of(mediaTypes))));
    }

    private Route with(Form other) {
        return new Route(method, path, roles, other, handler);
    }

    /** Whether anybody may ask, known or not. */
    boolean isOpen() {
        return roles.isEmpty();
    }
}
