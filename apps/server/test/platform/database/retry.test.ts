import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../../src/platform/database/database.ts'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await workerApp()
})
afterAll(() => app.close())

/** How often a transaction runs whose first run throws this error. */
async function runs(code: string, message: string): Promise<number> {
  let count = 0
  await inTransaction(app.services.db, async (tx) => {
    count += 1
    if (count > 1) return
    await sql`select set_config('test.message', ${message}, true), set_config('test.code', ${code}, true)`.execute(
      tx,
    )
    await sql`do $$ begin
      raise exception using message = current_setting('test.message'), errcode = current_setting('test.code');
    end $$`.execute(tx)
  })
  return count
}

// Messages of a Citus worker for INSERT … SELECT or COPY: without the SQLSTATE, the constraint's name with the shard's number.
test.each([
  'duplicate key value violates unique constraint "subjects_out_code_102008"',
  'insert or update on table "contracts_102011" violates foreign key constraint "contracts_project_id_fkey_102011"',
  'conflicting key value violates exclusion constraint "payment_lines_invoice_102020"',
  'insert, update or delete on "payment_lines" would break its reference "payment_lines_subject"',
])('a conflict recognized by its message is retried: %s', async (message) => {
  expect(await runs('XX000', message)).toBe(2)
})

test.each([
  ['XX000', 'could not read blocks 0..0 in file "base/1/2"'],
  ['XX000', 'new row for relation "contracts_102011" violates check constraint "contracts_amount_check"'],
  ['22P02', 'violates unique constraint "subjects_out_code"'],
])('any other error is not retried: %s %s', async (code, message) => {
  await expect(runs(code, message)).rejects.toMatchObject({ code, message })
})
