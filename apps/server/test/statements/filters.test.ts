import { afterAll, expect, test } from 'vitest'
import { newProject } from '../harness/harness.ts'
import { workerApp } from '../harness/worker-app.ts'
import { operationsOf } from '../openapi/operations.ts'
import { takeSent } from './sent.ts'

// PostgreSQL keeps a plan that does not know the values from the sixth call on: of a list with filters that plan reads thousands of rows one by one.

const app = await workerApp()
afterAll(() => app.close())
const { admin } = await app.company()
const person = admin.on(await newProject(admin))

/** Filters with a value that every list accepts, the commonest first. */
const FILTERS = { keywords: '夜戏', codes: 'none' }
const OPERATIONS = await operationsOf(app)
/** Lists that are exported: of records that grow with a project. */
const LISTS = OPERATIONS.flatMap(({ name, path, queries }) => {
  const filter = Object.entries(FILTERS).find(([parameter]) => queries.includes(parameter))
  const isExported = OPERATIONS.some((other) => other.name === `POST ${path}/export`)
  return name === `GET ${path}` && isExported && filter ? [[path, filter.join('=')] as const] : []
})

test.each(LISTS)('%s?%s is planned for the values of its filter', async (path, filter) => {
  const list = path.replace('/api/manager', '')
  takeSent()
  expect(await person.get(`${list}?${filter}`)).toMatchObject({ code: 0 })
  expect(takeSent().filter(({ statement }) => statement.includes('planned each time'))).not.toEqual([])
})
