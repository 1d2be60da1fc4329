import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Bounds } from '../database/connections/deadline.ts'
import { PROMPT } from '../database/connections/limits.ts'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import type { Services } from '../services.ts'
import { NoSlot, type SlotBounds } from '../slots.ts'
import { isContended } from './answer-failure.ts'
import { busy } from './errors.ts'
import { goneSignal } from './gone.ts'
import type { Person } from './guard.ts'
import type { Route } from './route.ts'

/** What a request still gets if its body alone took longer than its limit. */
const LEAST_MS = 2_000

/**
 * The part of a pool that all writes may hold, and within it the part of one project's writes. Writes may wait for locks of others, such as an
 * import, while reads never do. So waiting writes leave connections to reads and to other projects.
 */
export const writeBounds = (connections: number): SlotBounds => {
  const part = Math.max(1, Math.floor(connections / 4))
  return { total: Math.max(1, Math.floor(connections * 0.7)), perPerson: part, perCompany: part }
}

/** The limits of a write's transaction: the rest of its time, counted from the arrival of the request. */
export const boundsOf = ({ timing }: Services, reply: FastifyReply, writeMs = timing.writeMs): Bounds => ({
  ms: Math.max(writeMs - reply.elapsedTime, Math.min(writeMs, LEAST_MS)),
  gone: goneSignal(reply),
  onEnd: () => undefined,
})

/**
 * Runs the transaction of a write, which commits before its caller gives up or not at all: it waits for a connection and for locks together no
 * longer than the route's limit, and is rolled back when the caller disconnects. A failure says so if it waited for an import.
 */
export async function writeTransaction<T>(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { writeMs = services.timing.writeMs }: Pick<Route, 'writeMs'>,
  run: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { person } = request
  const began = performance.now()
  const { ms: limitMs, gone } = boundsOf(services, reply, writeMs)
  try {
    const slot =
      person && (await services.writeSlots.acquire(ownerOf(person), { signal: gone, timeoutMs: limitMs }))
    const ms = limitMs - (performance.now() - began)
    return await inTransaction(services.db, run, { ms, gone, onEnd: () => slot?.release() })
  } catch (error) {
    // Nobody is there to be answered.
    if (gone.aborted) throw busy()
    if (!(error instanceof NoSlot) && !isContended(error)) throw error
    throw (await isImporting(services, person)) ? busy('同事正在导入，请稍后再试') : busy()
  }
}

/** Writes are counted by project, as those of one project wait for each other; company pages have none and are counted by company. */
const ownerOf = ({ userCode, companyId, project }: Person) => ({
  person: userCode,
  company: project ? `project ${project.id}` : `company ${companyId}`,
})

/** Distinguishes these advisory locks from others; any number. */
const IMPORTING = 716_024

/** A column for a statement of an import: takes an advisory lock until the import's end, which imports share and by which all servers see it. */
export const importingLock = (projectId: bigint) =>
  sql<unknown>`pg_advisory_xact_lock_shared(${IMPORTING}::int4, (${projectId}::int8 % 2147483647)::int4)`

/** Longest wait for `isImporting`: it only chooses a message, and needs a connection, which may be just what the write has waited for. */
const NAMING_MS = 500

/** Whether an import is under way in the person's project; false if the database does not tell in time. */
const isImporting = async ({ db }: Services, person: Person | null): Promise<boolean> =>
  person?.project
    ? await Promise.race([askIfImporting(db, person.project.id), sleep(NAMING_MS, false)]).catch(() => false)
    : false

async function askIfImporting(db: Db, projectId: bigint): Promise<boolean> {
  const { rows } = await sql<{ importing: boolean }>`select exists (select 1 from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
      and classid = ${IMPORTING} and objid::int8 = ${projectId}::int8 % 2147483647 and objsubid = 2) as importing ${sql.raw(PROMPT)}`.execute(
    db,
  )
  return rows[0]?.importing ?? false
}
