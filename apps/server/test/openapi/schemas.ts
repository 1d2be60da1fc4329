import { validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { toFailure } from '../../src/platform/http/answer-failure.ts'
import type { Failure } from '../../src/platform/http/errors.ts'
import type { App } from '../../src/start/app.ts'
import type { Operation } from './operations.ts'

/** What the server answers to a value that a schema refuses, or what the route gets of one that it accepts. */
export type Checked = { refusal: Failure; read?: undefined } | { refusal?: undefined; read: unknown }
export type Check = (value: unknown) => Checked

/** The schemas of an operation's route, asked as Fastify asks them; undefined where it has none. */
export interface Schemas {
  body: Check | undefined
  query: Check | undefined
  /** Whether the route looks for further errors in what its schema has refused. */
  looksFurther: boolean
}

export function schemasOf({ http }: App, { method, path }: Operation): Schemas {
  const url = path.replace(/\{(\w+)\}/g, ':$1')
  const route = http.declaredRoutes.find((declared) => declared.method === method && declared.url === url)
  if (!route) throw new Error(`${method} ${path} of the document is no route`)
  const asked = { id: '', log: http.log }
  const check = (validationContext: 'body' | 'querystring'): Check | undefined => {
    const schema = route.schema?.[validationContext]
    if (!(schema instanceof z.core.$ZodType)) return undefined
    const validate = validatorCompiler({ schema, method, url, httpPart: validationContext })
    return (value) => {
      const { error: validation, value: read } = validate(value) as { error?: unknown; value?: unknown }
      if (!validation) return { read }
      return { refusal: toFailure(Object.assign(new Error(), { validation, validationContext }), asked) }
    }
  }
  return {
    body: check('body'),
    query: check('querystring'),
    looksFurther: route.attachValidation === true,
  }
}
