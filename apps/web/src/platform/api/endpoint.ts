import type { Endpoint, Shapes } from '@pianzhang/contract/endpoint'
import type { z } from 'zod'

// The types of a call, from its endpoint.

export interface CallOptions {
  /** Milliseconds; 0 lifts the limit of 10 s. */
  timeout?: number
  /** Sent as `Idempotency-Key`: the same key gives the same answer, so a repeated save is stored once. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** The project of this call; without it the tab's project. */
  project?: string | undefined
  /**
   * Failures that the caller shows itself, by code (`[422, 409]`); `true`: all of them. Failures that end the session or the project are
   * still handled for the whole page, unless `quiet`.
   */
  handled?: readonly number[] | true
  /** Sends empty parameters, too. */
  keepsEmpty?: boolean
  /** The caller handles everything, even the end of the session. */
  quiet?: boolean
}

type Value = string | number | boolean | null | undefined
type ShapesOf<E> = E extends Endpoint<string, infer S extends Shapes> ? S : never
type Names<P> = P extends `${string}:${infer N}/${infer R}`
  ? N | Names<R>
  : P extends `${string}:${infer N}`
    ? N
    : never

/** What a form sends for a field: the schema's type, but a choice as the text that it has, and null where it is empty; the server says what is wrong with that. */
type Typed<T> =
  | null
  | undefined
  | (T extends string
      ? string
      : T extends number
        ? number | string
        : T extends readonly (infer I)[]
          ? readonly NonNullable<Typed<I>>[]
          : T extends object
            ? { readonly [K in keyof T]: Typed<T[K]> }
            : T)

export type AnswerOf<E> = z.output<ShapesOf<E>['answer']>
/** The body of an endpoint as a form sends it; `unknown` where it has none. */
export type BodyOf<E> =
  ShapesOf<E> extends { body: infer B extends z.ZodType } ? NonNullable<Typed<z.input<B>>> : unknown
type QueryOf<E> =
  ShapesOf<E> extends { query: infer Q extends z.ZodType }
    ? { readonly [K in keyof z.input<Q>]: Value | readonly Value[] }
    : unknown

/** `T` under this name; optional where nothing in it is required. */
type Part<K extends string, T> = unknown extends T
  ? unknown
  : object extends T
    ? { readonly [N in K]?: T }
    : string extends keyof T
      ? { readonly [N in K]?: T }
      : { readonly [N in K]: T }

/** What a call of an endpoint is given, and how it is sent. */
export type Given<E> = CallOptions &
  (E extends Endpoint<infer P> ? Part<'params', Record<Names<P>, string>> : unknown) &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>>

/** The rest of a call's parameters: nothing where nothing has to be given. */
export type Rest<E> = object extends Given<E> ? [given?: Given<E>] : [given: Given<E>]

/** The same without its types, as it is sent. */
export interface Sent extends CallOptions {
  params?: Readonly<Record<string, string>>
  query?: Query
  body?: unknown
}
export type Query = Readonly<Record<string, Value | readonly Value[]>>

const addressed = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/** `/path?a=1&b=x&b=y`; empty values are left out, but for `keepsEmpty`. */
export function addressOf(
  { path, common }: Endpoint,
  { params = {}, query = {}, keepsEmpty }: Sent = {},
): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value as Value])
      if (one !== undefined && one !== null && (one !== '' || keepsEmpty)) search.append(key, String(one))
  const base = `${common ? '/api/common' : '/api/manager'}${addressed(path, params)}`
  const text = search.toString()
  return text === '' ? base : `${base}?${text}`
}
