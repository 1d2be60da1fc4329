import { DELETED, DONE, type FieldError } from '@pianzhang/contract/errors'
import type { z } from 'zod'
import type { Bounds } from '../database/connections/deadline.ts'
import type { Db, Tx } from '../database/database.ts'
import type { Services } from '../services.ts'
import type { ProjectScope } from './account.ts'
import type { Access, Origin, Person, Scope } from './guard.ts'

/** Where the routes of the modules are. */
export const MANAGER = '/api/manager'

/** A handler's context besides its input: the caller, the request's origin, the project. */
export type OpenContext = Origin & { services: Services }
export type PersonContext = Person & { services: Services }
export type ProjectContext = PersonContext & { project: ProjectScope }
export type ContextOf<S extends Scope> = S extends 'project'
  ? ProjectContext
  : S extends 'company'
    ? PersonContext
    : OpenContext

interface Schemas<P, Q, B, A> {
  /** One English line for the OpenAPI document. */
  summary: string
  params?: z.ZodType<P>
  query?: z.ZodType<Q>
  body?: z.ZodType<B>
  answer: z.ZodType<unknown, A>
}

export interface Input<P, Q, B> {
  params: P
  query: Q
  body: B
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A line of a module's route table with its types erased; `register` makes it a Fastify route. */
export interface Route {
  method: Method
  url: string
  access: Access
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  answer: z.ZodType
  msg: string
  /** A write runs in one transaction, is refused in a read-only project and repeats its answer for an Idempotency-Key. */
  writes: boolean
  /** A read that may be sent to a replica of the database. */
  replica: boolean
  /** Whether answers are stored for an Idempotency-Key: those of every POST, PUT and DELETE that writes, except logins and the like. */
  idempotent: boolean
  /** Whether a body may have 16 MB instead of 2. */
  largeBody: boolean
  /** Longest time of a write, where it is not `Timing.writeMs`. */
  writeMs?: number | undefined
  /** Further errors of a body, or of a query, that its schema has refused. */
  alsoWrong?(tx: Tx, context: never, given: unknown, params: never): Promise<FieldError[]>
  /** Slow work before the transaction; its result is the input's `ahead`. */
  ahead?(db: Db, context: never, input: never): Promise<unknown>
  run(db: Db | Tx, context: never, input: never): Promise<unknown>
}

type Spec<P, Q, B, A, S extends Scope> = Schemas<P, Q, B, A> & {
  access: Access<S>
  msg?: string
  idempotent?: boolean
  /** Whether a read may be sent to a replica: for reads that add up many rows. They still see everything committed before. */
  replica?: boolean
  /** For bodies of many lines; each megabyte of JSON may hold the server's thread for 0.1 s. */
  largeBody?: boolean
  /** Longest time of a write in ms, where the page waits longer than 10 s for it: less than the page does. */
  writeMs?: number
  /** Called when the schema has refused the body or query, so that unknown references are reported together with the other errors. */
  alsoWrong?(tx: Tx, context: ContextOf<S>, given: unknown, params: P): Promise<FieldError[]>
}

type Handler<D, P, Q, B, A, S extends Scope> = (
  db: D,
  context: ContextOf<S>,
  input: Input<P, Q, B>,
) => Promise<A>

/** A route that changes nothing, also by POST, such as an export. */
export function read<A, S extends Scope, P = unknown, Q = unknown, B = unknown>(
  endpoint: string,
  spec: Spec<P, Q, B, A, S>,
  run: Handler<Db, P, Q, B, A, S>,
): Route {
  return line(endpoint, spec, false, run)
}

/**
 * A route whose handler begins its own transaction: its writes must stay even if it fails, such as the count of wrong passwords, or it
 * writes only at times. An Idempotency-Key has no effect. `bounds()` gives that transaction the rest of a write's time.
 */
export function ownTransaction<A, S extends Scope, P = unknown, Q = unknown, B = unknown>(
  endpoint: string,
  spec: Spec<P, Q, B, A, S>,
  run: (db: Db, context: ContextOf<S>, input: Input<P, Q, B> & { bounds(): Bounds }) => Promise<A>,
): Route {
  return line(endpoint, spec, false, run)
}

/** A route that writes: `run` gets a transaction. */
export function write<A, S extends Scope, P = unknown, Q = unknown, B = unknown>(
  endpoint: string,
  spec: Spec<P, Q, B, A, S>,
  run: Handler<Tx, P, Q, B, A, S>,
): Route {
  return line(endpoint, spec, true, run)
}

/**
 * A write with slow work before its transaction (a file to read, a service to ask), which must hold neither a connection nor
 * locks: `ahead` does that, `run` gets its result and checks again what may have changed meanwhile. `gone` aborts when the caller
 * disconnects.
 */
export function slowWrite<W, A, S extends Scope, P = unknown, Q = unknown, B = unknown>(
  endpoint: string,
  spec: Spec<P, Q, B, A, S>,
  ahead: (db: Db, context: ContextOf<S>, input: Input<P, Q, B> & { gone: AbortSignal }) => Promise<W>,
  run: (tx: Tx, context: ContextOf<S>, input: Input<P, Q, B> & { ahead: W }) => Promise<A>,
): Route {
  return { ...line(endpoint, spec, true, run), ahead: ahead as Route['ahead'] }
}

function line(
  endpoint: string,
  spec: Omit<Spec<never, never, never, never, Scope>, 'params' | 'query' | 'body' | 'answer'> & {
    params?: z.ZodType
    query?: z.ZodType
    body?: z.ZodType
    answer: z.ZodType
  },
  writes: boolean,
  run: (db: never, context: never, input: never) => Promise<unknown>,
): Route {
  const [method, url] = endpoint.split(' ') as [Method, string]
  return {
    method,
    url,
    access: spec.access,
    summary: spec.summary,
    params: spec.params,
    query: spec.query,
    body: spec.body,
    answer: spec.answer,
    msg: spec.msg ?? (method === 'DELETE' ? DELETED : DONE),
    writes,
    alsoWrong: spec.alsoWrong as Route['alsoWrong'],
    replica: spec.replica ?? false,
    largeBody: spec.largeBody ?? false,
    writeMs: spec.writeMs,
    idempotent: writes && method !== 'GET' && (spec.idempotent ?? true),
    run: run as Route['run'],
  }
}
