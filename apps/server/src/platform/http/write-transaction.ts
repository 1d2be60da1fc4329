import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import { PROMPT } from '../database/limits.ts'
import type { Services } from '../services.ts'
import { NoSlot, type SlotBounds } from '../slots.ts'
import { isContended } from './answer-failure.ts'
import { busy } from './errors.ts'
import { goneSignal } from './gone.ts'
import type { Person } from './guard.ts'
import type { Route } from './route.ts'

/** A request whose body took longer than its limit still gets this. */
const LEAST_MS = 2_000

/**
 * Which part of a pool writes may hold, and how much of that those of one project. They may wait for locks of others, such as an import,
 * while reads never do: so whoever waits leaves connections to reads and to other projects.
 */
export const writeBounds = (connections: number): SlotBounds => {
  const part = Math.max(1, Math.floor(connections / 4))
  return { total: Math.max(1, Math.floor(connections * 0.7)), perPerson: part, perCompany: part }
}

/**
 * Runs the transaction of a write, which commits before its caller gives up or not at all: it waits for a connection and for locks together no
 * longer than the route's limit, is rolled back when the caller disconnects, and else is answered by what it waited for.
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
  const limitMs = Math.max(writeMs - reply.elapsedTime, Math.min(writeMs, LEAST_MS))
  const gone = goneSignal(reply)
  try {
    const slot =
      person && (await services.writeSlots.acquire(ownerOf(person), { signal: gone, timeoutMs: limitMs }))
    const ms = limitMs - (performance.now() - began)
    return await inTransaction(services.db, run, { ms, gone, onEnd: () => slot?.release() })
  } catch (error) {
    // Nobody is there to be answered.
    if (gone.aborted) throw busy()
    if (!(error instanceof NoSlot) && !isContended(error)) throw error
    throw (await isImporting(services.db, person)) ? busy('同事正在导入，请稍后再试') : busy()
  }
}

/** In place of the company: the project, whose writes wait for each other, or where there is none the company. */
const ownerOf = ({ userCode, companyId, project }: Person) => ({
  person: userCode,
  company: project ? `project ${project.id}` : `company ${companyId}`,
})

/** Distinguishes these advisory locks from others; any number. */
const IMPORTING = 716_024

/** A column for a statement of an import: an advisory lock until its end, shared with other imports, by which all servers know of it. */
export const importingLock = (projectId: bigint) =>
  sql<unknown>`pg_advisory_xact_lock_shared(${IMPORTING}::int4, (${projectId}::int8 % 2147483647)::int4)`

/** Whether an import is under way in the person's project. */
async function isImporting(db: Db, person: Person | null): Promise<boolean> {
  if (!person?.project) return false
  const { rows } = await sql<{ importing: boolean }>`select exists (select 1 from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
      and classid = ${IMPORTING} and objid::int8 = ${person.project.id}::int8 % 2147483647 and objsubid = 2) as importing ${sql.raw(PROMPT)}`.execute(
    db,
  )
  return rows[0]?.importing ?? false
}
