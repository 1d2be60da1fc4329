import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Caller, newProject, startTestApp, type TestApp } from '../../testing/harness.ts'
import { createHttp, HTTP_TIMES } from './http.ts'
import { register } from './register.ts'
import { open, type Route, write } from './route.ts'

// Requests that cost their sender little and would cost the server much.
let app: TestApp
let admin: Caller
let address: string
const sockets: Socket[] = []
beforeAll(async () => {
  app = await startTestApp()
  const { admin: owner } = await app.company()
  admin = owner.on(await newProject(owner))
  address = await app.listen()
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => app.close())
