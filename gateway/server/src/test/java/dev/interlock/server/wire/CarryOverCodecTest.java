package dev.interlock.server.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.run.Budget;
import dev.interlock.core.run.Budgets;
import dev.interlock.core.run.CarryOver;
import dev.interlock.core.run.Chain;
import dev.interlock.core.run.Ending;
import dev.interlock.core.run.History;
import dev.interlock.core.run.Holds;
import dev.interlock.core.run.KnownOperation;
import dev.interlock.core.run.Lineage;
import dev.interlock.core.run.Moment;
import dev.interlock.core.run.OpenCall;
import dev.interlock.core.run.Phase;
import dev.interlock.core.run.Progress;
import dev.interlock.core.run.Resume;
import dev.interlock.core.run.RunDecider;
import dev.interlock.core.run.RunEffect;
import dev.interlock.core.run.RunInput;
import dev.interlock.core.run.RunState;
import dev.interlock.policy.PolicyFiles;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.schemas.ChainHead;
import dev.interlock.schemas.Evidence;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Limits;
import dev.interlock.schemas.OperationResult;
import dev.interlock.schemas.OperationResultBuilder;
import dev.interlock.schemas.StageAnswer;
import dev.interlock.schemas.StageAnswerBuilder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What a resumed run begins with arrives as it was sent, or not at all, and fits into a record. */
class CarryOverCodecTest {
    private static final PolicyDocument DOCUMENT =
            PolicyFiles.parse("p", """
                name: p
                extends: balanced
                fallback: {volatile: [/at]}
                tools:
                  pay:
                    volatile: null
                    identity: [/id]
                    args_schema: {properties: {id: {type: string}, rate: {multipleOf: 0.10, maximum: 1e3}}}
                    failure: {when: value.success == false, class: permanent, code: refused}
                rules: [{name: r, when: "call.turn > 3", then: hold, reason: late}]
                """.getBytes(StandardCharsets.UTF_8)).document();
    private static final Policy POLICY = DOCUMENT.policy();
    private static final long SEED = Long.getLong("interlock.seed", 11L);

    @Test
    void whatIsWritten_isWhatIsRead() {
        CarryOver sent = carryOver(ended("run-1", 3));
        Reading<AnswerMessage> reading = CarryOverCodec.read(record(sent));
        assertThat(reading).isInstanceOfSatisfying(Reading.Read.class, read -> {
            AnswerMessage message = (AnswerMessage) read.message();
            assertThat(message.input()).isEqualTo(new RunInput.CarriedOver(sent));
            assertThat(message.beginning().map(Beginning::policy)).contains(DOCUMENT);
        });
    }

    @Test
    void damagedState_beginsNoRun() {
        Random random = new Random(SEED);
        StageAnswer good = record(carryOver(ended("run-1", 3)));
        byte[] text = good.carryOver().state().toString().getBytes(StandardCharsets.UTF_8);
        int read = 0;
        for (int i = 0; i < 400; i++) {
            byte[] bent = text.clone();
            bent[random.nextInt(bent.length)] = (byte) ('0' + random.nextInt(10));
            Optional<Json> state = parsed(bent);
            if (state.isPresent() && !state.get().equals(good.carryOver().state())) {
                read++;
                StageAnswer record = StageAnswerBuilder.builder(good)
                        .carryOver(new dev.interlock.schemas.CarryOver("run-1", "resume-1", "new_cursor", state.get()))
                        .build();
                assertThat(CarryOverCodec.read(record))
                        .as("-Dinterlock.seed=%d: %s", SEED, state.get())
                        .isInstanceOf(Reading.Refused.class);
            }
        }
        assertThat(read).as("damaged states that are JSON").isGreaterThan(100);
    }

    @Test
    void anotherRunsState_beginsNoRun() {
        StageAnswer good = record(carryOver(ended("run-1", 1)));
        assertThat(CarryOverCodec.read(
                        StageAnswerBuilder.builder(good).runId("run-2~1").build()))
                .isInstanceOf(Reading.Refused.class);
        assertThat(CarryOverCodec.read(StageAnswerBuilder.builder(good)
                        .carryOver(new dev.interlock.schemas.CarryOver(
                                "run-0",
                                "resume-1",
                                "new_cursor",
                                good.carryOver().state()))
                        .build()))
                .isInstanceOf(Reading.Refused.class);
    }

    @Test
    void whatIsNotRefusedAsTooLarge_fitsIntoARecord() {
        String longest = "\u0001".repeat(250);
        RunState ordinary = ended("run-" + "7".repeat(40), 128);
        assertThat(CarryOverCodec.fault(ordinary, DOCUMENT)).isEmpty();
        assertThat(size(ordinary)).isLessThan(256 * 1024);
        int open = 0;
        while (CarryOverCodec.fault(ended(longest, open + 1), DOCUMENT).isEmpty()) {
            open++;
        }
        assertThat(size(ended(longest, open))).isBetween(Limits.RECORD_BYTES / 2, Limits.RECORD_BYTES);
    }

    @Test
    void whatTheEndedRunWouldShow_arrivesWithItsValueAndItsReceipts() {
        CarryOver sent = carryOver(ended("run-1", 2));
        Json deep = Json.parse("[".repeat(Limits.DEPTH) + "]".repeat(Limits.DEPTH));
        RunKeepings kept = kept(deep, id -> Json.of((Object) ("receipt of " + id)));
        RunKeepings past = past(record(sent, kept));
        assertThat(past.lastGood()).isEqualTo(kept.lastGood());
        assertThat(sent.initial().operations()).hasSize(2);
        for (String id : sent.initial().operations().keySet()) {
            assertThat(past.receipts().apply(id)).isEqualTo(kept.receipts().apply(id));
        }
    }

    @Test
    void whatIsToBeShown_isLeftAwayWhereItDoesNotFit_theValueFirst() {
        String longest = "\u0001".repeat(250);
        RunKeepings largest = kept(
                Json.of((Object) "\u0001".repeat(Limits.VALUE_BYTES / 7)),
                id -> Json.of((Object) "\u0001".repeat(Limits.LISTED_RECEIPT_BYTES / 7)));
        int full = 0;
        while (CarryOverCodec.fault(ended(longest, full + 1), DOCUMENT).isEmpty()) {
            full++;
        }
        int tried = 0;
        int values = 0;
        int receipts = 0;
        for (int writes = full; writes > full - 60; writes -= 2) {
            tried++;
            CarryOver sent = carryOver(ended(longest, writes));
            StageAnswer record = record(sent, largest);
            assertThat(StageCodec.ANSWERS.encode(record, Format.JSON).length).isLessThan(Limits.RECORD_BYTES);
            RunKeepings past = past(record);
            boolean value = past.lastGood().filter(good -> good.value() != null).isPresent();
            boolean receipt = past.receipts()
                    .apply(sent.initial().operations().keySet().iterator().next())
                    .isPresent();
            assertThat(value && !receipt).as("a value without receipts").isFalse();
            past.lastGood().ifPresent(good -> assertThat(good.valueTruncated()).isEqualTo(good.value() == null));
            values += value ? 1 : 0;
            receipts += receipt ? 1 : 0;
        }
        assertThat(receipts).as("with %d of %d values", values, tried).isBetween(values + 1, tried - 1);
        assertThat(values).isPositive();
    }

    private static RunKeepings past(StageAnswer record) {
        Reading.Read<AnswerMessage> read = (Reading.Read<AnswerMessage>) CarryOverCodec.read(record);
        return read.message().beginning().orElseThrow().kept();
    }

    private static RunKeepings kept(Json value, Function<String, Json> receipts) {
        OperationResult good = OperationResultBuilder.builder()
                .status("ok")
                .effect("none")
                .evidence(new Evidence(4L, false, Json.of((Object) "seen"), null, List.of()))
                .value(value)
                .valueDigest(value.digest())
                .dispatchId("run-1.d1")
                .build();
        return new RunKeepings(Optional.of(good), id -> Optional.of(receipts.apply(id)));
    }

    private static int size(RunState ended) {
        return StageCodec.ANSWERS.encode(record(carryOver(ended)), Format.JSON).length;
    }

    private static StageAnswer record(CarryOver carryOver) {
        return record(carryOver, RunKeepings.NONE);
    }

    private static StageAnswer record(CarryOver carryOver, RunKeepings kept) {
        return StageAnswerBuilder.builder()
                .to("resume")
                .verdict("carried_over")
                .runId(carryOver.initial().runId())
                .carryOver(CarryOverCodec.write(carryOver, DOCUMENT, kept))
                .head(new ChainHead("run:run-1", 1, "0".repeat(64)))
                .build();
    }

    private static CarryOver carryOver(RunState ended) {
        Moment moment = new Moment(ended.runId(), POLICY, ended.policyHash(), List.of(), Optional.empty(), 9_000);
        Resume resume = new Resume("resume-1", "ann", "on", Resume.Change.NEW_CURSOR);
        return RunDecider.decide(Optional.of(ended), new RunInput.Resumed(resume), moment).effects().stream()
                .map(effect -> ((RunEffect.BeginSuccessor) effect).carryOver())
                .findFirst()
                .orElseThrow();
    }

    private static Optional<Json> parsed(byte[] text) {
        try {
            return Optional.of(Json.parse(text));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    /** A run that ended with so many writes in flight, all ids being as long as the given one. */
    private static RunState ended(String runId, int writes) {
        Map<String, OpenCall> open = new LinkedHashMap<>();
        Map<String, KnownOperation> operations = new LinkedHashMap<>();
        for (int i = 0; i < writes; i++) {
            String id = runId + i;
            Call call = new Call(id, Kind.WRITE, "f".repeat(64), "r".repeat(64), Optional.of(id), "d".repeat(64));
            OpenCall.Standing standing = OpenCall.Standing.DISPATCHED;
            open.put(
                    id + "#q",
                    new OpenCall(
                            id + "#q",
                            id,
                            id,
                            i,
                            call,
                            POLICY.contract(id).orElseThrow(),
                            standing,
                            1,
                            false,
                            Map.of(),
                            5,
                            id + "#e1",
                            Optional.empty(),
                            Optional.empty()));
            operations.put(
                    id, new KnownOperation(id, id, "f".repeat(64), "r".repeat(64), KnownOperation.State.IN_FLIGHT, 1));
        }
        Ending ending = new Ending(
                Status.STOPPED, Reason.DEADLINE, Optional.empty(), Optional.empty(), false, false, List.of());
        Budgets budgets = Budgets.of(POLICY.ceilings());
        return new RunState(
                runId,
                runId,
                DOCUMENT.hash(),
                Phase.ENDED,
                1,
                9_000,
                8_000,
                new Budgets(
                        budgets.turns(),
                        new Budget(400, 7, writes),
                        budgets.modelCalls(),
                        budgets.retries(),
                        budgets.handoffs(),
                        budgets.denials(),
                        budgets.cost()),
                Map.of(),
                new Progress(Map.of("", 4L), 1, Optional.empty()),
                History.EMPTY,
                open,
                operations,
                Optional.of(ending),
                9,
                9,
                OptionalLong.empty(),
                new Holds(List.of(), Optional.empty(), OptionalLong.of(8_000), 0),
                Chain.NONE,
                List.of(),
                Lineage.NONE);
    }
}
