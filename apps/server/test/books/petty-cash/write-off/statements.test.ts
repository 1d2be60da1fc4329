import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../harness/harness.ts'
import { pettyCashWorld } from '../helpers.ts'
import { addComplete, WRITE_OFFS } from './helpers.ts'

test('sends the same statements for one detail and for many', async () => {
  const texts = async (details: number) => {
    await using one = await startTestApp()
    const own = await pettyCashWorld(one)
    for (let n = 0; n < details; n += 1)
      await addComplete(own, { contract_code: await own.contract(`HT-${n}`) })
    expect((await own.clerk.post(WRITE_OFFS)).data.succeeded_quantity).toBe(details)
    const codes = (await own.admin.get('/cost_executions')).data.items.map(
      ({ code }: { code: string }) => code,
    )
    expect((await own.admin.delete('/cost_executions/batch', { codes })).code).toBe(0)
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements
      where statement ~ 'petty_cash|payment' order by 1`.execute(one.services.db)
    return rows.map(({ statement }) => statement)
  }
  const texts1 = await texts(1)
  expect(texts1.join()).toContain('insert into petty_cash_payments')
  expect(await texts(3)).toEqual(texts1)
})
