import type { AddressInfo } from 'node:net'
import { readConfig } from '../platform/config.ts'
import { beBackgroundProcess } from '../platform/workers/background-process.ts'
import type { ExportSettings, FromExports } from '../platform/workers/export-process.ts'
import { ALIVE_MS } from '../platform/workers/file-wire.ts'
import { buildApp } from './app.ts'

// Runs in the process that export-process.ts starts: the whole server again, reached only through the main one.

await beBackgroundProcess()

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
const tell = (message: FromExports) => void process.send?.(message, () => undefined)
tell({ port: (app.http.server.address() as AddressInfo).port })
setInterval(() => tell('alive'), ALIVE_MS).unref()
await closing.promise
await app.close()
process.exit()
