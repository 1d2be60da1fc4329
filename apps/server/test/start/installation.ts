import { expect, vi } from 'vitest'
import { savePayment, signIn, total } from '../harness/first-company.ts'
import type { Machine } from '../machines/systemd.ts'

export const PIANZHANG = '/usr/local/bin/pianzhang'
export const DATA = '/var/lib/pianzhang'

interface Ended {
  status: number
  text: string
}

/** What an operator does with an installation on a machine of systemd, and what the company's clerk does at its `address`. */
export function installation(of: () => { machine: Machine; address: string }) {
  /** Runs a program inside; its status and what it wrote to both streams. */
  const attempt = (program: string, ...args: string[]): Promise<Ended> =>
    of()
      .machine.exec('sh', '-c', '"$@" 2>&1', program, program, ...args)
      .then(
        (text) => ({ status: 0, text }),
        (error: { code: number; stdout: string; stderr: string }) => ({
          status: error.code,
          text: error.stdout + error.stderr,
        }),
      )
  const pianzhang = (...args: string[]) => attempt(PIANZHANG, ...args)
  const listed = async (path: string) => (await of().machine.exec('ls', '-A', path)).trim().split('\n')
  return {
    attempt,
    pianzhang,
    listed,
    /** The output of a command that must succeed. */
    succeed: async (...args: string[]): Promise<string> => {
      const { status, text } = await pianzhang(...args)
      expect({ status, text }).toMatchObject({ status: 0 })
      return text
    },
    sh: (line: string) => of().machine.exec('sh', '-ec', line),
    version: async () => (await of().machine.exec('readlink', '/opt/pianzhang/current')).trim(),
    /** The step of an unfinished upgrade. */
    plan: async () => /^step=(.*)$/m.exec((await attempt('cat', '/opt/pianzhang/upgrade.plan')).text)?.[1],
    /** How many databases were put aside by a way back. */
    replaced: async () => (await listed(DATA)).filter((name) => name.startsWith('postgres.of-')).length,
    ready: () =>
      vi.waitFor(async () => expect((await fetch(`${of().address}/api/common/ready`)).status).toBe(200), {
        timeout: 60_000,
      }),
    sum: async () => total(await signIn(of().address)),
    pay: async (amount: string) => savePayment(await signIn(of().address), amount),
  }
}
