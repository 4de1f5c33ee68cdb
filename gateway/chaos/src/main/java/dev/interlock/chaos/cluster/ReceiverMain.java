package dev.interlock.chaos.cluster;

/** The main class of a receiver process. It says where it is on standard output, and runs until its parent ends it. */
public final class ReceiverMain {
    static final String READY = "RECEIVER AT ";

    private ReceiverMain() {}

    /** Receives until the process is ended. */
    public static void main(String[] args) {
        Receiver receiver = Receiver.start();
        Runtime.getRuntime().addShutdownHook(new Thread(receiver::close, "close-receiver"));
        System.out.println(READY + receiver.url());
    }
}
