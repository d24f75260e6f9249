import { availableMemory } from "../memory.ts";

const MB = 1024 * 1024;

/** A quarter of the memory that this process may use, at most 1 GB. */
function sharedBuffers(): string {
  return `${Math.max(32, Math.min(1024, Math.floor(availableMemory() / 4 / MB)))}MB`;
}

/** One process of the server has so many at most: for requests, jobs, and to listen for changes. */
const CONNECTIONS_OF_PROCESS = 30;

/** What PostgreSQL is started with; they win over its own files. */
export function settings(options: { durable: boolean; processes: number }): Record<string, string> {
  return {
    listen_addresses: "",
    shared_buffers: options.durable ? sharedBuffers() : "128MB",
    max_connections: String(170 + options.processes * CONNECTIONS_OF_PROCESS),
    // Compiling a plan costs more than our short queries take.
    jit: "off",
    random_page_cost: "1.1",
    // Bounds the time that recovery after a crash takes.
    max_wal_size: "1GB",
    checkpoint_timeout: "5min",
    wal_compression: "pglz",
    wal_sync_method: process.platform === "linux" ? "fdatasync" : "fsync_writethrough",
    fsync: options.durable ? "on" : "off",
    synchronous_commit: options.durable ? "on" : "off",
    full_page_writes: options.durable ? "on" : "off",
    timezone: "UTC",
    log_timezone: "UTC",
    log_min_messages: "warning",
    log_statement: "none",
    log_min_error_statement: "panic",
  };
}
