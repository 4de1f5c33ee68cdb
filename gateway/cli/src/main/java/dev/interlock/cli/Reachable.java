package dev.interlock.cli;

import dev.interlock.cli.exit.CommandException;
import dev.interlock.server.config.GatewayConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;

/** Whether a cluster answers, told soon: a Kafka client would try and log for a minute before it gives up. */
final class Reachable {
    private static final Duration CONNECT = Duration.ofSeconds(3);
    private static final Duration ANSWER = Duration.ofSeconds(15);

    private Reachable() {}

    static boolean answers(GatewayConfig.Cluster cluster) {
        return Arrays.stream(cluster.bootstrapServers().split(",")).anyMatch(Reachable::accepts) && describes(cluster);
    }

    private static boolean accepts(String server) {
        int colon = server.lastIndexOf(':');
        try (Socket socket = new Socket()) {
            int port = Integer.parseInt(server.substring(colon + 1).strip());
            String host = server.substring(0, Math.max(0, colon)).strip();
            socket.connect(new InetSocketAddress(host, port), (int) CONNECT.toMillis());
            return true;
        } catch (NumberFormatException e) {
            throw CommandException.usage("--bootstrap: must be HOST:PORT, was " + server);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean describes(GatewayConfig.Cluster cluster) {
        Map<String, Object> properties = new HashMap<>(cluster.client());
        properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.bootstrapServers());
        properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) ANSWER.toMillis());
        properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) ANSWER.toMillis());
        try (Admin admin = Admin.create(properties)) {
            admin.describeCluster().nodes().get(ANSWER.toSeconds(), TimeUnit.SECONDS);
            return true;
        } catch (KafkaException e) {
            throw CommandException.usage("No client for " + cluster.bootstrapServers() + ": " + e.getMessage());
        } catch (ExecutionException | TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
