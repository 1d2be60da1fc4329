import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { HashProcesses } from '../../../src/platform/workers/hash-processes.ts'

afterEach(() => void vi.useRealTimers())

const MEMORY_KIB = 65_536
const job = {
  password: 'my-own-password',
  parameters: { memoryCost: MEMORY_KIB, timeCost: 1, parallelism: 1 },
}

/** The only process that waits for a job. */
function idleOf(processes: HashProcesses): ChildProcess {
  const [child, ...others] = processes.idle
  if (!child || others.length > 0) throw new Error('it is not one process that waits')
  return child
}

test('a process that has had no job for a minute ends, and the next job starts another one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const processes = new HashProcesses()
  await processes.run(job)
  const first = idleOf(processes)
  vi.advanceTimersByTime(50_000)
  await processes.run(job)
  expect(idleOf(processes)).toBe(first)
  vi.advanceTimersByTime(50_000)
  expect(idleOf(processes)).toBe(first)
  const exit = once(first, 'exit')
  vi.advanceTimersByTime(10_000)
  expect(processes.idle).toEqual([])
  expect(await processes.run(job)).toMatch(/^\$argon2id\$/)
  expect(await exit).toEqual([0, null])
  expect(idleOf(processes).pid).not.toBe(first.pid)
})

test('a process that does not answer is killed, and another one takes its job', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const processes = new HashProcesses()
  await processes.run(job)
  const first = idleOf(processes)
  first.kill('SIGSTOP')
  const exit = once(first, 'exit')
  const running = processes.run(job)
  while (processes.busy.length === 0) await Promise.resolve()
  vi.advanceTimersByTime(20_000)
  expect(await running).toMatch(/^\$argon2id\$/)
  expect(await exit).toEqual([null, 'SIGKILL'])
})

test('a process that cannot be started is told to its caller, and keeps none of the next ones from starting', async () => {
  const processes = new HashProcesses()
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(process, 'execPath', 'get').mockReturnValue(join(tmpdir(), 'missing', randomUUID()))
  for (let time = 0; time <= availableParallelism(); time += 1)
    await expect(processes.run(job)).rejects.toMatchObject({ reason: 'unavailable' })
  vi.restoreAllMocks()
  expect(processes.busy).toEqual([])
  expect(await processes.run(job)).toMatch(/^\$argon2id\$/)
})

test('the one that was used last is used again, so that the others end', async () => {
  const processes = new HashProcesses()
  await Promise.all(Array.from({ length: 2 * availableParallelism() }, () => processes.run(job)))
  expect(processes.idle).toHaveLength(availableParallelism())
  const last = processes.idle.at(-1)
  for (let time = 0; time < 2; time += 1) await processes.run(job)
  expect(processes.idle.at(-1)).toBe(last)
})

test.runIf(process.platform === 'linux')("a process has none of the server's secrets", async () => {
  vi.stubEnv('SECRET', 'a-secret-of-the-tests')
  const processes = new HashProcesses()
  await processes.run(job)
  vi.unstubAllEnvs()
  expect(readFileSync(`/proc/${idleOf(processes).pid}/environ`, 'utf8')).not.toContain(
    'a-secret-of-the-tests',
  )
})

const { glibcVersionRuntime } = (process.report.getReport() as { header: { glibcVersionRuntime?: string } })
  .header

test.runIf(process.platform === 'linux' && glibcVersionRuntime)(
  'a process keeps the memory of a hash for the next one',
  async () => {
    const processes = new HashProcesses()
    await processes.run(job)
    const { pid } = idleOf(processes)
    const resident = Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+) kB/)?.[1])
    // Node.js itself has 45 to 70 MiB.
    expect(resident).toBeGreaterThan(MEMORY_KIB + 40 * 1024)
  },
)
