package dev.interlock.server.app;

import dev.interlock.server.config.ConfigReader;
import dev.interlock.server.config.ConfigurationException;
import dev.interlock.server.config.GatewayConfig;
import dev.interlock.server.control.ClusterException;
import dev.interlock.server.http.HttpException;
import dev.interlock.server.stream.GatewayStreams.Condition;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A gateway process: {@code --config FILE}. It says {@value #READY} on standard output once it decides, ends in order on
 * SIGTERM, and otherwise with the status {@link ExitCode} names.
 */
public final class GatewayMain {
    /** How the ready line begins. */
    public static final String READY = "interlock gateway ready";

    private static final Logger LOG = LoggerFactory.getLogger(GatewayMain.class);
    /** Restoring large stores takes its time. */
    private static final Duration FIRST_START = Duration.ofMinutes(30);

    private GatewayMain() {}

    /** Runs a gateway until it is asked to end. */
    public static void main(String[] args) {
        System.exit(run(args, System.out, System.err).status());
    }

    static ExitCode run(String[] args, PrintStream out, PrintStream err) {
        try {
            return serve(config(args), out);
        } catch (ConfigurationException | HttpException e) {
            return refuse(err, e, ExitCode.CONFIGURATION);
        } catch (ClusterException e) {
            return refuse(err, e, ExitCode.CLUSTER);
        } catch (TopicsException e) {
            return refuse(err, e, ExitCode.TOPICS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return refuse(err, e, ExitCode.FAILED);
        }
    }

    private static GatewayConfig config(String[] args) {
        if (args.length != 2 || !args[0].equals("--config")) {
            throw new ConfigurationException("arguments", "must be --config FILE", String.join(" ", args));
        }
        return ConfigReader.read(Path.of(args[1]));
    }

    private static ExitCode serve(GatewayConfig config, PrintStream out) throws InterruptedException {
        Logging.configure(config.log());
        Counts counts = new Counts(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
        try (Gateway gateway = Gateway.start(config, InstantSource.system(), counts.registry())) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(gateway, counts), "end-gateway"));
            if (gateway.awaitRunning(FIRST_START)) {
                out.println(READY + " application=" + config.stream().applicationId() + " topics="
                        + config.topics().prefix() + "* pid="
                        + ProcessHandle.current().pid()
                        + gateway.address().map(address -> " http=" + address).orElse(""));
                out.flush();
            }
            return gateway.awaitEnd() == Condition.FAILED ? ExitCode.FAILED : ExitCode.OK;
        }
    }

    private static void end(Gateway gateway, Counts counts) {
        gateway.close();
        LOG.info("Ended: {}; counted {}", gateway.condition(), counts.text());
    }

    private static ExitCode refuse(PrintStream err, Exception problem, ExitCode code) {
        err.println("interlock gateway: " + problem.getMessage());
        err.flush();
        return code;
    }
}
