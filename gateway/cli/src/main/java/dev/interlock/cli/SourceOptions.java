package dev.interlock.cli;

import dev.interlock.audit.export.ExportDirectory;
import dev.interlock.audit.source.ClusterSource;
import dev.interlock.audit.source.Source;
import dev.interlock.schemas.Topics;
import dev.interlock.server.config.GatewayConfig;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What an audit reads: the topics on a cluster, or an export of them. */
final class SourceOptions {
    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Read an export, written by 'interlock audit export', instead of a cluster. Every file is"
                    + " held against its digest first; one that was changed is named, and the command ends with 1.")
    private Path directory;

    @Mixin
    private ClusterOptions options;

    /** Opens it. Closing it is up to the caller. */
    Source open() {
        return directory == null ? cluster(options) : ExportDirectory.open(directory);
    }

    static Source cluster(ClusterOptions options) {
        GatewayConfig.Cluster cluster = options.cluster();
        return ClusterSource.open(
                cluster.bootstrapServers(),
                cluster.client(),
                Topics.withPrefix(options.topics().prefix()));
    }
}
