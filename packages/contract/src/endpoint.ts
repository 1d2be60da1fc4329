import type { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The schemas of what a call sends and gets. */
export interface Shapes {
  query?: z.ZodType
  body?: z.ZodType
  answer: z.ZodType
}

/**
 * An endpoint of the API, which the server registers and the page calls. `path` is below `/api/manager`, with `:name` for each parameter. Its schemas are in
 * its type alone: the page loads none of the answers', and the server's route has to give the same ones.
 */
export interface Endpoint<P extends string = string, S extends Shapes = Shapes> {
  readonly method: Method
  readonly path: P
  /** Below `/api/common` instead: it needs no company. */
  readonly common?: true
  /** A POST that changes nothing: its question is longer than an address may be. */
  readonly asks?: true
  /** Never set. */
  readonly shapes?: S
}

/** The schemas of an endpoint, which exist as a type only. */
export const shapes = <S extends Shapes>(): S | undefined => undefined
export const answer = <A extends z.ZodType>() => shapes<{ answer: A }>()
export const query = <Q extends z.ZodType, A extends z.ZodType>() => shapes<{ query: Q; answer: A }>()
export const body = <B extends z.ZodType, A extends z.ZodType>() => shapes<{ body: B; answer: A }>()

type Stated<S> = S | undefined

export const get = <P extends string, S extends Shapes>(path: P, _: Stated<S>): Endpoint<P, S> => ({
  method: 'GET',
  path,
})
export const post = <P extends string, S extends Shapes>(path: P, _: Stated<S>): Endpoint<P, S> => ({
  method: 'POST',
  path,
})
export const ask = <P extends string, S extends Shapes>(path: P, _: Stated<S>): Endpoint<P, S> => ({
  method: 'POST',
  path,
  asks: true,
})
export const put = <P extends string, S extends Shapes>(path: P, _: Stated<S>): Endpoint<P, S> => ({
  method: 'PUT',
  path,
})
export const remove = <P extends string, S extends Shapes>(path: P, _: Stated<S>): Endpoint<P, S> => ({
  method: 'DELETE',
  path,
})

type Below<B extends string, E> = E extends Endpoint<infer P, infer S> ? Endpoint<`${B}${P}`, S> : never

/** The endpoints of one kind of record: `base` is put before their paths. */
export const resource = <B extends string, const R extends Record<string, Endpoint>>(
  base: B,
  endpoints: R,
  common?: true,
) =>
  ({
    base,
    ...Object.fromEntries(
      Object.entries(endpoints).map(([name, one]) => [
        name,
        { ...one, path: base + one.path, ...(common && { common }) },
      ]),
    ),
  }) as { readonly base: B } & { readonly [N in keyof R]: Below<B, R[N]> }
