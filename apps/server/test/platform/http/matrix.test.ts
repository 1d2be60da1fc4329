import { type Action, grantedActions, type Model, RESOURCES } from '@pianzhang/contract/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, newProject } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { addressOf, operationsOf } from '../../openapi/operations.ts'

// Started here, not in `beforeAll`: `test.each` needs the operations that the running server describes. That nothing is changed or revealed
// without the right is tested in denial.test.ts and faults/refused.test.ts.
const app = await workerApp()
afterAll(async () => await app.close())

const OPERATIONS = (await operationsOf(app)).flatMap((operation) => {
  const [model, action] = operation.access.split(': ')
  return action ? [{ ...operation, model: model as Model, action: action as Action }] : []
})
const ALL = RESOURCES.flatMap(({ model, actions }) =>
  actions.map((action) => ({ model: model as Model, action: action as Action })),
)

let companyId: bigint
let project: string
/** A person for each permission, who has exactly that one and what comes with it. */
const people = new Map<string, Caller>()

beforeAll(async () => {
  const company = await app.company()
  companyId = company.id
  project = await newProject(company.admin)
  for (const { model, action } of ALL)
    people.set(
      `${model} ${action}`,
      (await app.person(companyId, { [model]: [action] }, [project])).on(project),
    )
})

/** Calls without body on records that are not there: whoever is let through changes nothing, and is not answered 403. */
async function isLetThrough({ method, path }: { method: string; path: string }, person: Caller) {
  const { statusCode, body } = await app.http.inject({
    method: method as 'GET',
    url: addressOf(path, {}),
    headers: { authorization: `Bearer ${person.token}`, 'x-project': project },
  })
  expect(statusCode, `${method} ${path} → ${body.slice(0, 200)}`).toBeLessThan(500)
  expect([401, 300009]).not.toContain(JSON.parse(body).code)
  return statusCode !== 403
}

test('the document has an operation for nearly every permission', () => {
  const described = new Set(OPERATIONS.map(({ access }) => access))
  expect(described.size).toBeGreaterThan(40)
})

/**
 * What is left of a budget also needs the right to see all costs (cost-budgets/left.test.ts), what a payee owes invoices for that to the list of missing
 * invoices (payees/missing.test.ts).
 */
const ALONE = OPERATIONS.filter(
  ({ path }) => !/\/(cost_budgets\/dashboard\/left|payees\/\{code\}\/missing_invoices)$/.test(path),
)

/** Other resources' permissions do not open it either: denial.test.ts calls each route with every right but its own. */
describe('with exactly one permission of the resource, a person is let through where it is or implies the needed one', () => {
  test.each(ALONE)('$name', async (operation) => {
    const offered = ALL.filter(({ model }) => model === operation.model)
    const allowed: string[] = []
    for (const { model, action } of offered) {
      const person = people.get(`${model} ${action}`)
      if (person && (await isLetThrough(operation, person))) allowed.push(action)
    }
    const expected = offered.filter(({ model, action }) =>
      grantedActions(model, [action]).includes(operation.action),
    )
    expect(allowed).toEqual(expected.map(({ action }) => action))
  })
})
