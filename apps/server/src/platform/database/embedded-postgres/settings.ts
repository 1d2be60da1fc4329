/** Settings for a machine with 2 cores and 2 GB that PostgreSQL shares with the server. */
export const SETTINGS: Readonly<Record<string, string>> = {
  // Only loopback TCP: the path of a Unix socket in a deep data folder would exceed the limit of 107 bytes.
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Enough for the full pools of the server, of its processes and of a command; only open connections cost much memory.
  max_connections: '150',
  shared_buffers: '128MB',
  // Includes the system's file cache; a larger value makes the planner prefer index scans.
  effective_cache_size: '1GB',
  // Sorts of a page and groups of a chart stay in memory; of the 30 or so connections in use, each has one such plan node as a rule.
  work_mem: '8MB',
  // The index builds of a migration or a restore.
  maintenance_work_mem: '64MB',
  // JIT compilation takes longer than our short queries.
  jit: 'off',
  // On SSDs a random page costs about as much as a sequential one.
  random_page_cost: '1.1',
  // Ends a transaction that a bug leaves open, with its locks; an import is never idle for that long.
  idle_in_transaction_session_timeout: '10min',
  // An import writes much at once; fewer checkpoints mean fewer full-page images in the WAL, and compressing those is cheap.
  max_wal_size: '1GB',
  wal_compression: 'on',
  // The same on every machine, independent of its time zone and language.
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // Statements and details of violated constraints contain personal data; the server logs its own errors, masked.
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}
