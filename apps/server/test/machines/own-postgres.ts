import { execFile } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, unprivileged } from '../../src/platform/database/embedded-postgres/account.ts'
import { freePorts, installed, pathOf } from './programs.ts'

const BIN = '/usr/lib/postgresql/15/bin'
const exec = promisify(execFile)

export const hasPostgres = (what: string, programs: Record<string, string> = {}) =>
  installed(what, { postgres: 'postgresql-15' }, [BIN]) && installed(what, programs)

/** A PostgreSQL of the operator's own: Debian's, in a folder of its own, by a user without rights. */
export class OwnPostgres {
  readonly folder = mkdtempSync(join(tmpdir(), 'pianzhang-own-postgres-'))
  readonly data = join(this.folder, 'data')
  readonly #account: Account | null
  port = 0

  private constructor() {
    this.#account = process.getuid?.() === 0 ? unprivileged(readFileSync('/etc/passwd', 'utf8')) : null
    this.own(this.folder)
  }

  /** A cluster that is not started. */
  static async create(): Promise<OwnPostgres> {
    const made = new OwnPostgres()
    const [port = 0] = await freePorts(1)
    made.port = port
    await made.run(
      join(BIN, 'initdb'),
      '-D',
      made.data,
      '-U',
      'postgres',
      '-E',
      'UTF8',
      '--auth=trust',
      '--no-sync',
    )
    made.set(
      `port = ${port}`,
      `listen_addresses = '127.0.0.1'`,
      `unix_socket_directories = '${made.folder}'`,
      'fsync = off',
    )
    return made
  }

  /** Lines of postgresql.conf. */
  set(...lines: string[]): void {
    appendFileSync(join(this.data, 'postgresql.conf'), `${lines.join('\n')}\n`)
  }

  /** Gives a file or folder to the user of the cluster. */
  own(path: string): void {
    if (this.#account) chownSync(path, this.#account.uid, this.#account.gid)
  }

  makeFolder(name: string): string {
    const path = join(this.folder, name)
    mkdirSync(path, { mode: 0o700 })
    this.own(path)
    return path
  }

  async start(): Promise<void> {
    await this.run(
      join(BIN, 'pg_ctl'),
      '-D',
      this.data,
      '-l',
      join(this.folder, 'log'),
      '-w',
      '-t',
      '120',
      'start',
    )
  }

  async stop(mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
    await this.run(join(BIN, 'pg_ctl'), '-D', this.data, '-w', '-m', mode, 'stop')
  }

  url(database: string, host = '127.0.0.1'): string {
    return `postgres://postgres@${host}:${this.port}/${database}`
  }

  /** Runs a program as the user of the cluster; rejects with what it printed. */
  async run(program: string, ...args: string[]): Promise<string> {
    const path = program.startsWith('/') ? program : pathOf(program)
    if (!path) throw new Error(`${program} is not installed`)
    const { stdout } = await exec(path, args, {
      env: { PATH: process.env.PATH ?? '', HOME: this.folder, LANG: 'C.UTF-8' },
      cwd: this.folder,
      ...(this.#account && { uid: this.#account.uid, gid: this.#account.gid }),
    })
    return stdout
  }

  async remove(): Promise<void> {
    await this.stop('immediate').catch(() => undefined)
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 })
  }
}
