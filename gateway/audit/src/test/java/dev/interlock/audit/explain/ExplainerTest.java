package dev.interlock.audit.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.audit.tried.Tried;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an auditor is told months later. */
class ExplainerTest {
    private final Explainer explainer = new Explainer(Tried.source());

    @Test
    void whyACallWasDenied_withTheGuardItsLimitAndWhatItRead() {
        Timeline looper = explainer.run("looper").orElseThrow();
        assertThat(text(looper)).contains("same_call", "limit 2, observed 3", "denials 0 -> 1 of", "tool  echo");
        assertThat(looper.end()).isPresent();
        assertThat(text(looper)).contains("ended stopped / same_call");
        assertThat(looper.steps()).allSatisfy(step -> assertThat(step.doubt()).isEmpty());
    }

    @Test
    void whoStoppedIt_andWhy() {
        assertThat(text(explainer.run("held").orElseThrow()))
                .contains("stop  run held", "by  bob", "because  enough of that", "=> ended / operator_stop");
    }

    @Test
    void acrossBothStages_eachBehindWhatItRestsOn() {
        List<String> stages = explainer.run("ruled").orElseThrow().steps().stream()
                .filter(step ->
                        step.facts().getOrDefault("operation", step.subject()).equals("note-2"))
                .map(step -> step.stage() + " " + step.recorded().entry().decision())
                .toList();
        assertThat(stages)
                .containsSubsequence(
                        "run requested", "operation granted", "run noted", "operation committed", "run taken");
    }

    @Test
    void anOperationIsToldWithTheRunsThatAskedForIt() {
        Timeline lost = explainer.operation("lose-1").orElseThrow();
        assertThat(lost.steps().stream().map(Step::stage)).contains("run", "operation");
        assertThat(text(lost)).contains("effect  unknown");
        assertThat(explainer.operation("nothing")).isEmpty();
        assertThat(explainer.run("nobody")).isEmpty();
    }

    @Test
    void argumentsWithoutWhatIsSensitive_inEveryForm() {
        Timeline ruled = explainer.run("ruled").orElseThrow();
        assertThat(text(ruled)).contains("args  {\"text\":\"look\"}").doesNotContain(Tried.SECRET);
        assertThat(TimelineJson.of(ruled).toString()).contains("look first").doesNotContain(Tried.SECRET);
        assertThat(Page.of(ruled)).contains("look first").doesNotContain(Tried.SECRET);
    }

    @Test
    void thePageLoadsNothing_andTakesNothingForMarkup() {
        Timeline looper = explainer.run("looper").orElseThrow();
        Timeline named =
                new Timeline("run <script>alert('&')</script>", looper.policies(), looper.steps(), looper.end());
        String page = Page.of(named);
        assertThat(page)
                .contains("default-src 'none'", "prefers-color-scheme: dark", "<svg ")
                .contains("run &lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;")
                .doesNotContain("<script", "src=", "@import", "url(", "http://", "https://");
        assertThat(page.split("<li ")).hasSize(looper.steps().size() + 1);
    }

    @Test
    void asDataEachStepHasItsCountersAndPlaces() {
        var steps = TimelineJson.of(explainer.run("looper").orElseThrow()).path("steps");
        assertThat(steps.get(0).path("counters").path("calls").path("after").asLong())
                .isEqualTo(1);
        assertThat(steps.get(0).path("input").path("topic").asText()).isEqualTo("interlock.proposals");
        assertThat(steps.findValuesAsText("observed")).contains("3");
    }

    private static String text(Timeline timeline) {
        return String.join("\n", TimelineText.of(timeline));
    }
}
