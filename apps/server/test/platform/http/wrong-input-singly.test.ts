import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest'
import { startTestApp } from '../../harness/harness.ts'
import { KeptRecords, OPERATOR_PHONE } from '../../openapi/kept-records.ts'
import { operationsOf } from '../../openapi/operations.ts'
import { WRONG } from '../../openapi/samples.ts'
import { schemasOf } from '../../openapi/schemas.ts'
import { bodyWith, expectCalm, named, queryWith, TIMEOUT, tryBodies, tryQueries } from './wrong-input.ts'

// Each wrong value of each field and query parameter that a schema accepts, in a request of its own; `wrong-input.test.ts` sends them together. Also
// what a schema refuses, where the route looks for further errors in it.

// Started here, not in `beforeAll`: `test.each` needs the operations that the running server describes.
const app = await startTestApp({ OPERATOR_PHONES: OPERATOR_PHONE })
afterAll(async () => await app.close())

const OPERATIONS = await operationsOf(app)

let kept: KeptRecords
beforeAll(async () => {
  kept = await KeptRecords.make(app)
})
beforeEach(async () => await kept.restore())

describe('a wrong body causes no unexpected error', () => {
  const writes = OPERATIONS.filter(({ method }) => method !== 'GET')

  test.each(writes.map(named))('%s', TIMEOUT, async (_, operation) => {
    const { method, path, body: described } = operation
    const send = (body: unknown) => expectCalm(app, kept, method, kept.address(path), JSON.stringify(body))
    const { body: check, looksFurther } = schemasOf(app, operation)
    if (!check || !described) {
      for (const wrong of WRONG) await send(wrong)
      return
    }
    for (const trial of tryBodies(check, await kept.sample(operation)))
      if (!trial.refusal || looksFurther) await send(bodyWith(await kept.sample(operation), [trial]))
  })
})

describe('a wrong query causes no unexpected error', () => {
  const asked = OPERATIONS.filter(({ queries }) => queries.length > 0)

  test.each(asked.map(named))('%s', TIMEOUT, async (_, operation) => {
    const { query: check, looksFurther } = schemasOf(app, operation)
    if (!check) throw new Error(`${operation.name} has no schema of its queries`)
    for (const trial of tryQueries(app, operation, check))
      if (!trial.refusal || looksFurther)
        await expectCalm(app, kept, operation.method, `${kept.address(operation.path)}?${queryWith([trial])}`)
  })
})
