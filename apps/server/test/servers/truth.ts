import { expect } from 'vitest'
import { ask } from '../harness/recount.ts'
import { type Colleague, ROWS } from './colleague.ts'

/** Checks that the database has every acknowledged write of the colleagues once, and no other row of theirs. */
export async function expectColleaguesWork(
  url: string,
  projectId: bigint,
  colleagues: readonly Colleague[],
): Promise<void> {
  const details = await ask<{ payer: string; code: string }>(
    url,
    "select payer, code from petty_cash where project_id = $1 and payer like '1%-%'",
    [projectId],
  )
  const all = colleagues.flatMap(({ promised: { details } }) => [...details])
  expect(details.map(({ payer, code }) => [payer, code]).toSorted()).toEqual(all.toSorted())
  const imports = await ask<{ file: string; n: number }>(
    url,
    `select a.code as file, count(*)::int4 as n from payments c
         join imports i on i.project_id = c.project_id and i.id = c.import_id
         join attachments a on a.project_id = c.project_id and a.id = i.attachment_id
         where c.project_id = $1 and c.payer = '导入' group by 1`,
    [projectId],
  )
  const files = colleagues.flatMap(({ promised: { files } }) => [...files])
  expect(Object.fromEntries(imports.map(({ file, n }) => [file, n]))).toEqual(
    Object.fromEntries(files.map((file) => [file, ROWS])),
  )
  expect(files.length).toBeGreaterThan(0)
}

/** Checks that no running number occurs twice; in a code it follows the letters and the day. */
export async function expectNumbersUnique(url: string, projectId: bigint): Promise<void> {
  for (const table of ['payments', 'petty_cash']) {
    const [counted] = await ask<{ rows: number; numbers: number }>(
      url,
      `select count(*)::int4 as rows, count(distinct regexp_replace(code, '^[A-Z]+[0-9]{8}', ''))::int4 as numbers
           from ${table} where project_id = $1`,
      [projectId],
    )
    expect(counted?.rows).toBeGreaterThan(0)
    expect(counted?.numbers).toBe(counted?.rows)
  }
}

/** Each record that somebody typed has one log entry of its creation. */
export async function expectLoggedOnce(url: string, projectId: bigint): Promise<void> {
  const [counted] = await ask<{ records: number; entries: number; named: number }>(
    url,
    `select (select count(*) from petty_cash where project_id = $1)::int4 as records,
          count(*)::int4 as entries, count(distinct code)::int4 as named
         from audit_logs where project_id = $1 and resource = 'imprest' and action = 'create'`,
    [projectId],
  )
  expect(counted?.records).toBeGreaterThan(0)
  expect(counted).toEqual({
    records: counted?.records,
    entries: counted?.records,
    named: counted?.records,
  })
}
