import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { buildApp } from '../app.ts'
import { readConfig } from '../platform/config.ts'
import type { BulkSettings } from './thread.ts'

// Runs in the thread that thread.ts starts: the whole server again, reached only through the main one.
const { dataDir, databaseUrl, directUrl, log, key } = workerData as BulkSettings & { key: string }
const app = await buildApp({
  config: { ...readConfig(process.env, dataDir), trustProxy: true },
  databaseUrl,
  directUrl,
  log,
  bulkKey: key,
})
await app.http.listen({ host: '127.0.0.1', port: 0 })
parentPort?.once('message', () => {
  void app.close().then(() => process.exit())
})
parentPort?.postMessage((app.http.server.address() as AddressInfo).port)
