import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { freePorts } from '../machines/programs.ts'
import { endServers, type ServerProcess, startServer, tempFolder } from '../processes/server-process.ts'
import { type Balancer, startHaproxy } from './haproxy.ts'

export const NAMES = ['a', 'b', 'c'] as const
export type Name = (typeof NAMES)[number]

/** `databaseUrl` may be a pooler's. */
export interface FleetSettings {
  databaseUrl: string
  directUrl: string
  env?: Record<string, string>
}

/** Three servers on one database and one folder of files, behind HAProxy. */
export class Fleet {
  readonly #settings: FleetSettings
  readonly #ports: Record<Name, number>
  readonly #servers = new Map<Name, ServerProcess>()
  readonly #folder = mkdtempSync(join(tmpdir(), 'pianzhang-fleet-'))
  /** Shared by the servers, as a network drive or object storage would be on several machines. */
  readonly #dataDir = tempFolder()
  #proxy: Balancer | undefined

  private constructor(settings: FleetSettings, ports: Record<Name, number>) {
    this.#settings = settings
    this.#ports = ports
  }

  /** Starts all servers at the same moment. */
  static async start(settings: FleetSettings): Promise<Fleet> {
    const [a = 0, b = 0, c = 0] = await freePorts(NAMES.length)
    const fleet = new Fleet(settings, { a, b, c })
    try {
      for (const name of NAMES) fleet.#launch(name)
      await Promise.all(NAMES.map((name) => fleet.server(name).ready()))
      fleet.#proxy = await startHaproxy(fleet.#folder, fleet.#ports)
      for (const name of NAMES) await fleet.up(name)
    } catch (error) {
      await fleet.end()
      throw error
    }
    return fleet
  }

  /** HAProxy's address. */
  get address(): string {
    return this.#proxy?.address ?? ''
  }

  server(name: Name): ServerProcess {
    const server = this.#servers.get(name)
    if (!server) throw new Error(`server ${name} was not started`)
    return server
  }

  /** Starts a server again, of this version or with another `main.ts`; resolves when HAProxy sends requests to it. */
  async restart(name: Name, main?: string): Promise<void> {
    this.#launch(name, main)
    await this.server(name).ready()
    await this.up(name)
  }

  /** Waits until HAProxy uses the server. */
  async up(name: Name): Promise<void> {
    await this.#until(name, /^UP$/)
  }

  async down(name: Name): Promise<void> {
    await this.#until(name, /^DOWN/)
  }

  async #until(name: Name, wanted: RegExp): Promise<void> {
    await vi.waitFor(
      async () => {
        const state = await this.#proxy?.state(name)
        if (!state?.match(wanted)) throw new Error(`server ${name} is ${state}, not ${wanted}`)
      },
      { timeout: 30_000 },
    )
  }

  #launch(name: Name, main?: string): void {
    const { databaseUrl, directUrl, env } = this.#settings
    const all = {
      PORT: String(this.#ports[name]),
      DATABASE_URL: databaseUrl,
      ...(directUrl !== databaseUrl && { DATABASE_DIRECT_URL: directUrl }),
      SECRET: 'the-same-secret-of-all-servers',
      TRUST_PROXY: '1',
      STOP_DELAY: '6',
      ...env,
    }
    this.#servers.set(
      name,
      startServer(all, this.#dataDir, [], main === undefined ? undefined : [process.execPath, main]),
    )
  }

  async end(): Promise<void> {
    await this.#proxy?.stop()
    await endServers()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
