/** For a machine of 2 cores and 2 GB that PostgreSQL shares with the server; each with its reason. */
export const SETTINGS: Readonly<Record<string, string>> = {
  // Only this machine, only over TCP: a socket file in a deep data folder would pass the limit of 107 bytes.
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // The server's pool, the operator's commands and some to spare; each costs memory.
  max_connections: '60',
  shared_buffers: '128MB',
  // What the system's file cache holds besides; the planner trusts indexes more by it.
  effective_cache_size: '1GB',
  // Sorting a page or grouping a dashboard stays in memory; 60 × 8 MB is the worst case of one node each.
  work_mem: '8MB',
  // The index builds of a migration or a restore.
  maintenance_work_mem: '64MB',
  // Compiling costs more than our short queries take.
  jit: 'off',
  // SSDs: an index page costs about what the next page of a table does.
  random_page_cost: '1.1',
  // A transaction that our own mistake leaves open does not hold its locks for ever; an import is never idle for so long.
  idle_in_transaction_session_timeout: '10min',
  // An import writes a burst; fewer checkpoints mean fewer whole pages in the log, and compressing those is cheap.
  max_wal_size: '1GB',
  wal_compression: 'on',
  // The same on every machine, whatever its zone and language.
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // Statements and the details of a broken constraint hold personal data; the server logs its own errors, masked.
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}
