import type { Endpoint, Method, Shapes } from '@pianzhang/contract/endpoint'
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

/** The schemas that a route has to give: those of its endpoint. */
type SchemasOf<S extends Shapes> = Shapes extends S
  ? { query?: z.ZodType; body?: z.ZodType; answer: z.ZodType }
  : { answer: S['answer'] } & Given<S, 'query'> & Given<S, 'body'>
type Given<S, K extends 'query' | 'body'> =
  S extends Record<K, infer T> ? Record<K, T> : { [N in K]?: undefined }
type OutputOf<S, K extends 'query' | 'body'> =
  S extends Record<K, infer T extends z.ZodType> ? z.output<T> : unknown
type InputOf<S extends Shapes, P> = Input<P, OutputOf<S, 'query'>, OutputOf<S, 'body'>>

export interface Input<P, Q, B> {
  params: P
  query: Q
  body: B
}

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

type Spec<E extends Shapes, P, S extends Scope> = SchemasOf<E> & {
  /** One English line for the OpenAPI document. */
  summary: string
  params?: z.ZodType<P>
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

type Handler<D, E extends Shapes, P, S extends Scope> = (
  db: D,
  context: ContextOf<S>,
  input: InputOf<E, P>,
) => Promise<z.input<E['answer']>>

/** A route that changes nothing, also by POST, such as an export. */
export function read<E extends Shapes, S extends Scope, P = unknown>(
  endpoint: Endpoint<string, E>,
  spec: Spec<E, P, S>,
  run: Handler<Db, E, P, S>,
): Route {
  if (endpoint.method !== 'GET' && !endpoint.asks)
    throw new Error(`${endpoint.path} changes nothing: it is an \`ask\``)
  return line(endpoint, spec, false, run)
}

/**
 * A route whose handler begins its own transaction: its writes must stay even if it fails, such as the count of wrong passwords, or it
 * writes only at times. An Idempotency-Key has no effect. `bounds()` gives that transaction the rest of a write's time.
 */
export function ownTransaction<E extends Shapes, S extends Scope, P = unknown>(
  endpoint: Endpoint<string, E>,
  spec: Spec<E, P, S>,
  run: (
    db: Db,
    context: ContextOf<S>,
    input: InputOf<E, P> & { bounds(): Bounds },
  ) => Promise<z.input<E['answer']>>,
): Route {
  return line(endpoint, spec, false, run)
}

/** A route that writes: `run` gets a transaction. */
export function write<E extends Shapes, S extends Scope, P = unknown>(
  endpoint: Endpoint<string, E>,
  spec: Spec<E, P, S>,
  run: Handler<Tx, E, P, S>,
): Route {
  return line(endpoint, spec, true, run)
}

/**
 * A write with slow work before its transaction (a file to read, a service to ask), which must hold neither a connection nor
 * locks: `ahead` does that, `run` gets its result and checks again what may have changed meanwhile. `gone` aborts when the caller
 * disconnects.
 */
export function slowWrite<W, E extends Shapes, S extends Scope, P = unknown>(
  endpoint: Endpoint<string, E>,
  spec: Spec<E, P, S>,
  ahead: (db: Db, context: ContextOf<S>, input: InputOf<E, P> & { gone: AbortSignal }) => Promise<W>,
  run: (tx: Tx, context: ContextOf<S>, input: InputOf<E, P> & { ahead: W }) => Promise<z.input<E['answer']>>,
): Route {
  return { ...line(endpoint, spec, true, run), ahead: ahead as Route['ahead'] }
}

function line(
  { method, path, asks }: Endpoint,
  given: object,
  writes: boolean,
  run: (db: never, context: never, input: never) => Promise<unknown>,
): Route {
  if (writes && asks) throw new Error(`${path} writes: it is no \`ask\``)
  // Its schemas are those of the endpoint, whose type is only known where the route is written.
  const spec = given as Spec<Shapes, unknown, Scope>
  return {
    method,
    url: path,
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
