package dev.interlock.cli.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The key that a gateway on this machine signs its journal with, in two files as openssl writes them. */
final class SigningKey {
    /** Names it in the signed heads. */
    static final String ID = "local";

    private static final String PRIVATE = "signing-key.pem";
    private static final String PUBLIC = "signing-key.pub.pem";

    private SigningKey() {}

    /** The file with the private key; made, with the other one, when it is not there. */
    static Path in(Path directory) {
        Path file = directory.resolve(PRIVATE);
        try {
            if (!Files.exists(file)) {
                KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
                write(directory.resolve(PUBLIC), "PUBLIC KEY", pair.getPublic().getEncoded());
                write(file, "PRIVATE KEY", pair.getPrivate().getEncoded());
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + file, e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has Ed25519", e);
        }
    }

    private static void write(Path file, String kind, byte[] key) throws IOException {
        String text = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(key);
        Files.deleteIfExists(file);
        Files.createFile(file);
        restrict(file);
        Files.writeString(file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    /** To its owner alone, where files have owners. */
    private static void restrict(Path file) throws IOException {
        if (Files.getFileStore(file).supportsFileAttributeView(PosixFileAttributeView.class)) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
    }
}
