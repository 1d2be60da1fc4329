import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { buildApp } from '../app.ts'
import { readConfig } from '../platform/config.ts'
import type { BulkSettings } from './thread.ts'

// The thread of thread.ts: the whole server once more, behind the main one.
const { dataDir, databaseUrl, directUrl, log, key } = workerData as BulkSettings & { key: string }
const app = await buildApp({
  config: { ...readConfig(process.env, dataDir), trustProxy: true },
  databaseUrl,
  directUrl,
  log,
  behind: key,
})
await app.http.listen({ host: '127.0.0.1', port: 0 })
parentPort?.once('message', () => {
  void app.close().then(() => process.exit())
})
parentPort?.postMessage((app.http.server.address() as AddressInfo).port)
