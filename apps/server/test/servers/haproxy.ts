import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { vi } from 'vitest'
import { end, freePorts, run } from '../machines/programs.ts'
import { exampleWith } from './example.ts'

/** Header with the name of the server that answered; only the tests' HAProxy adds it. */
export const SERVED_BY = 'x-served-by'

export interface Balancer {
  address: string
  /** The state of a server as HAProxy sees it: `UP`, `DOWN` or on the way, such as `UP 1/2`. */
  state(name: string): Promise<string>
  /** What HAProxy has logged. */
  logFile: string
  stop(): Promise<void>
}

/** Starts HAProxy with the documentation's example in front of servers on these loopback ports; its files are in `folder`. */
export async function startHaproxy(
  folder: string,
  ports: Readonly<Record<string, number>>,
): Promise<Balancer> {
  const [port = 0] = await freePorts(1)
  const control = join(folder, 'haproxy.sock')
  const servers = Object.entries(ports).map(([name, at]) => `    server ${name} 127.0.0.1:${at}`)
  const settings = exampleWith('haproxy.cfg', [
    [/bind 127\.0\.0\.1:8080/, `bind 127.0.0.1:${port}`],
    [/global\n/, `global\n    stats socket ${control} mode 600\n`],
    [/backend servers\n/, `backend servers\n    http-response set-header ${SERVED_BY} %s\n`],
    [/( +server \w+ \S+\n)+/, `${servers.join('\n')}\n`],
  ])
  const file = join(folder, 'haproxy.cfg')
  const logFile = join(folder, 'haproxy.log')
  writeFileSync(file, settings)
  const child = run('haproxy', ['-db', '-f', file], logFile, null)
  const address = `http://127.0.0.1:${port}`
  await vi
    .waitFor(() => fetch(address), { timeout: 20_000 })
    .catch(async (error) => {
      await end(child)
      throw error
    })
  const state = async (name: string) => {
    const socket = connect(control)
    socket.write('show stat\n')
    const rows = (await text(socket)).split('\n').map((row) => row.split(','))
    const [columns = []] = rows
    const row = rows.find(([group, server]) => group === 'servers' && server === name)
    return row?.[columns.indexOf('status')] ?? 'unknown'
  }
  return { address, state, logFile, stop: () => end(child, 'SIGTERM') }
}
