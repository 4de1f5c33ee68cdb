package dev.interlock.core.policy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A contract being changed: the one place that copies it. */
final class ContractEdit {
    private final ToolContract before;
    private ToolContract.ProgressRule progress;
    private Optional<ToolLimits> limits;
    private Optional<PollRule> poll;
    private Optional<PageRule> page;
    private OptionalLong costMicros;
    private OptionalLong retryBackoffMs;
    private Optional<List<ToolContract.Passing>> retryOn;
    private Optional<String> countsAs;
    private Optional<SameCall> sameCall;

    ContractEdit(ToolContract before) {
        this.before = before;
        this.progress = before.progress();
        this.limits = before.limits();
        this.poll = before.poll();
        this.page = before.page();
        this.costMicros = before.costMicros();
        this.retryBackoffMs = before.retryBackoffMs();
        this.retryOn = before.retryOn();
        this.countsAs = before.countsAs();
        this.sameCall = before.sameCall();
    }

    ContractEdit progress(ToolContract.ProgressRule changed) {
        progress = changed;
        return this;
    }

    ContractEdit limits(ToolLimits added) {
        limits = Optional.of(added);
        return this;
    }

    ContractEdit poll(PollRule added) {
        poll = Optional.of(added);
        return this;
    }

    ContractEdit page(PageRule added) {
        page = Optional.of(added);
        return this;
    }

    ContractEdit costMicros(long most) {
        costMicros = OptionalLong.of(most);
        return this;
    }

    ContractEdit retryBackoffMs(long first) {
        retryBackoffMs = OptionalLong.of(first);
        return this;
    }

    ContractEdit retryOn(List<ToolContract.Passing> classes) {
        retryOn = Optional.of(classes);
        return this;
    }

    ContractEdit countsAs(String tool) {
        countsAs = Optional.of(tool);
        return this;
    }

    ContractEdit sameCall(SameCall rule) {
        sameCall = Optional.of(rule);
        return this;
    }

    ToolContract contract() {
        return new ToolContract(
                before.timeoutMs(),
                before.maxTimeoutMs(),
                before.skewMs(),
                before.settleDelayMs(),
                before.retryHorizonMs(),
                before.maxRetries(),
                before.requiresData(),
                before.queryable(),
                before.maxQueries(),
                before.queryBackoffMs(),
                before.maxJoiners(),
                progress,
                limits,
                poll,
                page,
                costMicros,
                retryBackoffMs,
                retryOn,
                countsAs,
                sameCall);
    }
}
