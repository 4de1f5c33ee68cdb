package dev.interlock.cli;

import dev.interlock.server.app.GatewayMain;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code interlock gateway}. */
@Command(
        name = "gateway",
        description = {
            "Runs a gateway against a Kafka cluster until it is asked to end (Ctrl-C or SIGTERM).",
            "",
            "The topics must be there: see 'interlock topics'. Several gateways with the same application_id and"
                    + " different state directories share the partitions. ops/gateway.yaml is a sample configuration."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:ended as asked",
            "64:the configuration file is wrong",
            "69:the cluster could not be reached, or refused",
            "70:deciding threads died too often",
            "78:a topic is missing or not as it must be"
        })
final class GatewayCommand implements Runnable {
    @Option(names = "--config", required = true, paramLabel = "FILE", description = "The gateway's configuration file.")
    private Path config;

    @Override
    public void run() {
        GatewayMain.main(new String[] {"--config", config.toString()});
    }
}
