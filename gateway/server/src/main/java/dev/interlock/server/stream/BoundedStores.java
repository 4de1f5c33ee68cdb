package dev.interlock.server.stream;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * One memory budget for all stores of the process. Left alone each of them, eleven for every partition, would take its
 * own 50 MB of cache and three buffers of 16 MB.
 */
public final class BoundedStores implements RocksDBConfigSetter {
    private static final long CACHE_BYTES = 128L * 1024 * 1024;
    private static final long BUFFER_BYTES = 48L * 1024 * 1024;
    private static final long BUFFER_OF_ONE_STORE_BYTES = 4L * 1024 * 1024;

    static {
        RocksDB.loadLibrary();
    }

    /** Shared by all stores, so no store may close them. */
    private static final Cache CACHE = new LRUCache(CACHE_BYTES);

    private static final WriteBufferManager BUFFERS = new WriteBufferManager(BUFFER_BYTES, CACHE);

    /** Made by Kafka Streams. */
    public BoundedStores() {}

    @Override
    public void setConfig(String store, Options options, Map<String, Object> configs) {
        BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
        table.setBlockCache(CACHE);
        table.setCacheIndexAndFilterBlocks(true);
        options.setTableFormatConfig(table);
        options.setWriteBufferManager(BUFFERS);
        options.setWriteBufferSize(BUFFER_OF_ONE_STORE_BYTES);
    }

    @Override
    public void close(String store, Options options) {
        // Cache and buffers are the process's, not this store's.
    }
}
