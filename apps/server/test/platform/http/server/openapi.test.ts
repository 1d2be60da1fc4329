import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../harness/harness.ts'
import { workerApp } from '../../../harness/worker-app.ts'

let app: TestApp
let document: Json

type Json = { [key: string]: Json | Json[] | string | number | boolean | null }

beforeAll(async () => {
  app = await workerApp()
  document = (await app.http.inject({ url: '/api/common/openapi.json' })).json()
})
afterAll(async () => await app.close())

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const at = (json: unknown, ...path: string[]): unknown =>
  path.reduce((value, key) => (isObject(value) ? value[key] : undefined), json)

/** Every object in a JSON value with its path. */
function* objects(json: unknown, path = '#'): Generator<[string, Json]> {
  if (isObject(json)) yield [path, json]
  if (typeof json !== 'object' || json === null) return
  for (const [key, value] of Object.entries(json)) yield* objects(value, `${path}/${key}`)
}

test('is OpenAPI 3.1, open to all, without the envelope', async () => {
  const response = await app.http.inject({ url: '/api/common/openapi.json' })
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toContain('application/json')
  expect(document).toMatchObject({ openapi: '3.1.0', info: { title: '片账 API', version: '1' } })
})

test('lists every route with its access', () => {
  for (const { method, url, access } of app.http.declaredRoutes) {
    if (method === 'HEAD' || url === '/api/common/openapi.json') continue
    const path = url.replace(/:(\w+)/g, '{$1}')
    const operation = at(document, 'paths', path, method.toLowerCase())
    expect(operation, `${method} ${path}`).toMatchObject({
      summary: expect.stringMatching(/\w/),
      description:
        typeof access.who === 'string'
          ? expect.stringMatching(`^Access: ${access.who}`)
          : expect.stringMatching(`^Access: ${access.who.model}: ${access.who.action}`),
      responses: { 200: expect.anything() },
    })
    expect(at(operation, 'security'), `${method} ${path}`).toEqual(access.who === 'anyone' ? [] : undefined)
  }
})

test('names each part of a path as a required parameter', () => {
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    const parts = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    for (const operation of Object.values(operations as Json)) {
      const parameters = (at(operation, 'parameters') ?? []) as Json[]
      const named = parameters.filter((parameter) => parameter.in === 'path')
      expect(named.map((parameter) => parameter.name).sort(), path).toEqual(parts.sort())
      for (const parameter of named) expect(parameter.required, path).toBe(true)
    }
  }
})

describe('its schemas', () => {
  const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']
  const isSchema = (path: string) =>
    /\/(schema|properties\/[^/]+|items|anyOf\/\d+|allOf\/\d+|oneOf\/\d+)$/.test(path)

  test('have types that JSON Schema knows, and require only what they describe', () => {
    let seen = 0
    for (const [path, schema] of objects(document.paths)) {
      if (!isSchema(path)) continue
      seen += 1
      for (const type of [schema.type ?? []].flat()) expect(TYPES, path).toContain(type)
      for (const name of [schema.required ?? []].flat())
        expect(Object.keys(schema.properties ?? {}), path).toContain(name)
      if (schema.type === 'array') expect(schema, path).toHaveProperty('items')
      if (typeof schema.pattern === 'string')
        expect(() => new RegExp(schema.pattern as string, 'u'), path).not.toThrow()
    }
    expect(seen).toBeGreaterThan(100)
  })

  test('have only $refs that resolve', () => {
    for (const [path, { $ref }] of objects(document)) {
      if (typeof $ref !== 'string') continue
      expect(at(document, ...$ref.replace(/^#\//, '').split('/')), path).toBeDefined()
    }
  })

  test('require no optional query parameter', () => {
    const required = []
    for (const [path, operations] of Object.entries(document.paths ?? {}))
      for (const { parameters } of Object.values(operations as Json) as Json[])
        for (const { in: place, name, required: must } of (parameters ?? []) as Json[])
          if (place === 'query' && must) required.push(`${path} ${name}`)
    expect(required).toEqual([
      '/api/manager/users/{code}/transfer transfer_user_code',
      '/api/manager/subjects/preload_code category',
      '/api/manager/missing_invoices/message payer',
      '/api/manager/budget_versions/compare a',
      '/api/manager/budget_versions/compare b',
      '/api/common/event_source/order code',
    ])
  })

  test('describe forms and streams too', () => {
    const form = at(document, 'paths', '/api/common/uploads', 'post', 'requestBody', 'content')
    expect(at(form, 'multipart/form-data', 'schema')).toMatchObject({
      required: ['token', 'key', 'file'],
      properties: { file: { type: 'string', format: 'binary' } },
    })
    const imported = at(document, 'paths', '/api/manager/cost_executions/import', 'post')
    expect(at(imported, 'description')).toMatch(/text\/event-stream/)
    const answer = at(imported, 'responses', '200', 'content', 'application/json', 'schema', 'properties')
    expect(at(answer, 'data', 'required')).toEqual(expect.arrayContaining(['status', 'error_items', 'total']))
  })

  test('describe the answer in its envelope, and the body of a write', () => {
    const operation = at(document, 'paths', '/api/manager/pay_categories', 'post')
    const answer = at(operation, 'responses', '200', 'content', 'application/json', 'schema', 'properties')
    expect(answer).toMatchObject({ code: { enum: [0] }, msg: { type: 'string' }, data: { type: 'object' } })
    const body = at(operation, 'requestBody', 'content', 'application/json', 'schema')
    expect(body).toMatchObject({
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' } },
    })
  })
})
