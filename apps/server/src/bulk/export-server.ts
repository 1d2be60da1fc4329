import { writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { buildApp } from '../app.ts'
import { readConfig } from '../platform/config.ts'
import type { ExportSettings } from './export-process.ts'

// Runs in the process that export-process.ts starts: the whole server again, reached only through the main one.

// The parent decides when this process ends. Without a parent nobody receives the answers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
if (!process.connected) process.exit()

// When memory runs out, Linux's OOM killer takes this process before the server. Other systems have no such file.
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined)

const settings = Promise.withResolvers<ExportSettings & { key: string }>()
const closing = Promise.withResolvers<void>()
process.on('message', (message: 'close' | (ExportSettings & { key: string })) =>
  message === 'close' ? closing.resolve() : settings.resolve(message),
)
const { key, dataDir, databaseUrl, directUrl, log } = await settings.promise
const app = await buildApp({
  config: { ...readConfig(process.env, dataDir), trustProxy: true },
  databaseUrl,
  directUrl,
  log,
  bulkKey: key,
})
await app.http.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.http.server.address() as AddressInfo).port)
await closing.promise
await app.close()
process.exit()
