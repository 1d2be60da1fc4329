import type { ChildProcess } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, unprivileged } from '../../src/platform/database/embedded-postgres/account.ts'
import {
  killBelow,
  readPostmaster,
} from '../../src/platform/database/embedded-postgres/leftover-processes.ts'
import { ask } from '../harness/recount.ts'
import { end, freePorts, installed, run } from './programs.ts'

const POSTGRES = '/usr/lib/postgresql/15/bin'

/** Whether Patroni, etcd, HAProxy and PostgreSQL 15 of Debian are installed; says what is missing. */
export const hasPatroni = (what: string): boolean =>
  [
    installed(what, { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy' }),
    installed(what, { postgres: 'postgresql-15' }, [POSTGRES]),
  ].every(Boolean)

interface Node {
  name: string
  /** Port of Patroni's REST API, where HAProxy asks for the node's role. */
  rest: number
  postgres: number
  patroni?: ChildProcess
}

/**
 * Three PostgreSQL nodes on loopback that Patroni manages with etcd, replicated synchronously; HAProxy leads `primaryUrl` to whichever node is the
 * primary and `replicaUrl` to the others, as docs/运维/多台服务器.md recommends.
 */
export class PatroniCluster {
  readonly #folder: string
  readonly #account: Account | null
  #nodes: Node[] = []
  #others: ChildProcess[] = []
  /** Of the database `pianzhang`, through HAProxy. */
  primaryUrl = ''
  replicaUrl = ''

  private constructor() {
    this.#folder = mkdtempSync(join(tmpdir(), 'pianzhang-patroni-'))
    this.#account = process.getuid?.() === 0 ? unprivileged(readFileSync('/etc/passwd', 'utf8')) : null
    this.#own(this.#folder)
  }

  /** Resolves when there are a primary and two replicas, one of them synchronous. */
  static async start(): Promise<PatroniCluster> {
    const cluster = new PatroniCluster()
    try {
      await cluster.#start()
      return cluster
    } catch (error) {
      const logs = cluster.logs()
      await cluster.stop()
      throw new Error(`the cluster did not start\n${logs}`, { cause: error })
    }
  }

  async #start(): Promise<void> {
    const [client = 0, peer = 0, primary = 0, replica = 0, ...ports] = await freePorts(10)
    const address = `http://127.0.0.1:${peer}`
    this.#launch('etcd', [
      `--data-dir=${join(this.#folder, 'etcd')}`,
      `--listen-client-urls=http://127.0.0.1:${client}`,
      `--advertise-client-urls=http://127.0.0.1:${client}`,
      `--listen-peer-urls=${address}`,
      `--initial-advertise-peer-urls=${address}`,
      `--initial-cluster=default=${address}`,
    ])
    this.#nodes = ['a', 'b', 'c'].map((name, n) => ({
      name,
      rest: ports[2 * n] ?? 0,
      postgres: ports[2 * n + 1] ?? 0,
    }))
    for (const node of this.#nodes) {
      this.#write(`${node.name}.yml`, patroniSettings(node, this.#folder, client))
      this.startNode(node.name)
    }
    this.#write('haproxy.cfg', haproxySettings(this.#nodes, primary, replica))
    this.#launch('haproxy', ['-db', '-f', join(this.#folder, 'haproxy.cfg')])
    const url = (port: number, database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
    await this.whole()
    await until('HAProxy', () => ask(url(primary, 'postgres'), 'create database pianzhang').then(() => true))
    this.primaryUrl = url(primary, 'pianzhang')
    this.replicaUrl = url(replica, 'pianzhang')
    await until('a replica behind HAProxy', () => ask(this.replicaUrl, 'select 1').then(() => true))
  }

  /** Name of the primary, as its node says; undefined while there is none. */
  async primary(): Promise<string | undefined> {
    const roles = await Promise.all(
      this.#nodes.map(async ({ name, rest }) => {
        const answer = await fetch(`http://127.0.0.1:${rest}/primary`).catch(() => null)
        return answer?.status === 200 ? name : undefined
      }),
    )
    return roles.find((name) => name !== undefined)
  }

  /** Kills PostgreSQL of a node; with `whole` Patroni too, as if the machine had lost its power. */
  async kill(name: string, whole: boolean): Promise<void> {
    const { patroni } = this.#node(name)
    if (whole && patroni) await end(patroni)
    const { pid } = readPostmaster(join(this.#folder, name)) ?? {}
    if (!pid) throw new Error(`PostgreSQL of ${name} does not run`)
    process.kill(pid, 'SIGKILL')
  }

  /** Starts Patroni on a node, which rejoins as a replica if another is the primary meanwhile. */
  startNode(name: string): void {
    const node = this.#node(name)
    node.patroni = run(
      'patroni',
      [join(this.#folder, `${name}.yml`)],
      join(this.#folder, `${name}.log`),
      this.#account,
    )
  }

  /** Resolves when a primary and two replicas work, so that another node may fail. */
  async whole(): Promise<void> {
    await until('a primary with two replicas', () => this.#complete())
  }

  /** The logs of all programs, for a failed test. */
  logs(): string {
    return ['etcd', 'haproxy', 'a', 'b', 'c']
      .map((name) => `--- ${name}\n${tail(join(this.#folder, `${name}.log`))}`)
      .join('\n')
  }

  async stop(): Promise<void> {
    for (const { patroni } of this.#nodes) if (patroni) await end(patroni)
    killBelow(this.#folder)
    for (const child of this.#others) await end(child)
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }

  /**
   * Whether there are a primary, a synchronous replica and another one. Asked of Patroni's own view: PostgreSQL may replicate synchronously some
   * seconds before etcd says to which node, and without that no node would be promoted.
   */
  async #complete(): Promise<boolean> {
    const answers = await Promise.all(
      this.#nodes.map(({ rest }) => fetch(`http://127.0.0.1:${rest}/cluster`).catch(() => null)),
    )
    const answer = answers.find((one) => one?.status === 200)
    if (!answer) return false
    const { members } = (await answer.json()) as { members: { role: string; state: string }[] }
    const roles = members.filter(({ state }) => /running|streaming/.test(state)).map(({ role }) => role)
    return roles.toSorted().join() === 'leader,replica,sync_standby'
  }

  #node(name: string): Node {
    const node = this.#nodes.find((one) => one.name === name)
    if (!node) throw new Error(`no node ${name}`)
    return node
  }

  #launch(program: string, args: string[]): void {
    this.#others.push(run(program, args, join(this.#folder, `${program}.log`), this.#account))
  }

  #write(file: string, text: string): void {
    writeFileSync(join(this.#folder, file), text)
    this.#own(join(this.#folder, file))
  }

  #own(path: string): void {
    mkdirSync(this.#folder, { recursive: true })
    if (this.#account) chownSync(path, this.#account.uid, this.#account.gid)
  }
}

/** `ttl`, the least that Patroni allows: the lease of the primary in etcd; after it has expired, a replica is promoted. */
const patroniSettings = ({ name, rest, postgres }: Node, folder: string, etcd: number) => `
scope: pianzhang
name: ${name}
restapi: {listen: '127.0.0.1:${rest}', connect_address: '127.0.0.1:${rest}'}
etcd3: {hosts: ['127.0.0.1:${etcd}']}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 5
    primary_start_timeout: 0
    master_start_timeout: 0
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: {max_connections: 100, wal_log_hints: 'on'}
  initdb: [{encoding: UTF8}, {locale: C.UTF-8}, data-checksums]
  pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust', 'local all all trust']
postgresql:
  listen: '127.0.0.1:${postgres}'
  connect_address: '127.0.0.1:${postgres}'
  data_dir: '${join(folder, name)}'
  remove_data_directory_on_rewind_failure: true
  remove_data_directory_on_diverged_timelines: true
  bin_dir: ${POSTGRES}
  authentication:
    superuser: {username: postgres}
    replication: {username: replicator}
  parameters: {unix_socket_directories: '${folder}'}
`

const haproxySettings = (nodes: readonly Node[], primary: number, replica: number) => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
${group('primary', primary, nodes)}
${group('replica', replica, nodes)}
`

/** `on-marked-down shutdown-sessions` cuts connections to a node that lost its role, which may still be open. */
const group = (role: string, port: number, nodes: readonly Node[]) => `
listen ${role}
  bind 127.0.0.1:${port}
  option httpchk HEAD /${role}
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, postgres, rest }) => `  server ${name} 127.0.0.1:${postgres} check port ${rest}`).join('\n')}`

const PATIENCE_MS = 90_000

/** Waits until `is` resolves to true; a rejection counts as not yet. */
export async function until(what: string, is: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(100)) {
    const result = await is().catch((error: Error) => error)
    if (result === true) return
    if (Date.now() > end) throw new Error(`no ${what} within ${PATIENCE_MS / 1000} s`, { cause: result })
  }
}

function tail(path: string): string {
  try {
    return readFileSync(path, 'utf8').slice(-12_000)
  } catch {
    return ''
  }
}
