import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from './release.ts'

// `pianzhang ready` and `health` of the start script, without a release.

const COMMON = join(ROOT, 'deploy/operator/common.sh')

/** What `ask` prints and its status. */
function ask(env: Record<string, string>, ...words: string[]) {
  const script = '. "$0"; ask "$@"'
  return new Promise<{ status: number; text: string }>((done) =>
    execFile(
      'sh',
      ['-c', script, COMMON, 'ready', 'ready', ...words],
      { env: { PATH: process.env.PATH, node: process.execPath, ...env } },
      (error, stdout, stderr) => done({ status: Number(error?.code ?? 0), text: stdout + stderr }),
    ),
  )
}

/** A port on which nobody listens, until the returned function is called. */
async function later() {
  const server = createServer((_, response) => response.end('{}'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  onTestFinished(() => void server.close())
  return { PORT: String(port), listen: () => void server.listen(port, '127.0.0.1') }
}

test('it waits for a start without a word, and no longer than it is told', async () => {
  const { PORT, listen } = await later()
  const waiting = ask({ PORT }, '--wait', '60')
  expect(await ask({ PORT })).toEqual({
    status: 1,
    text: `127.0.0.1:${PORT} 没有应答，服务未启动或没有响应。\n`,
  })
  expect(await ask({ PORT }, '--wait', '1')).toMatchObject({ status: 1 })
  listen()
  expect(await waiting).toEqual({ status: 0, text: '服务已就绪\n' })
})

test('in the unit it ends with the main process, which has said why itself', async () => {
  const { PORT } = await later()
  const main = spawn('sleep', ['600'])
  const waiting = ask({ PORT, MAINPID: String(main.pid) }, '--wait', 'infinity')
  main.kill()
  expect(await waiting).toEqual({ status: 1, text: '' })
})

test('what is no number of seconds is refused', async () => {
  for (const words of [['--wait'], ['--wait', 'soon'], ['--wait', '-1'], ['now']])
    expect(await ask({}, ...words)).toMatchObject({ status: 2, text: expect.stringContaining('用法：') })
})
