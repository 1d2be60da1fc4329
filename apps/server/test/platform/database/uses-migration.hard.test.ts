import { expect, test } from 'vitest'
import { migrate, migrationNames } from '../../../src/platform/database/migrations/migrate.ts'
import { withClient } from '../../harness/client.ts'
import { olderDatabase } from '../../upgrade/older.ts'

const LINKS = 100_000
/** Totals of invoices and amounts of their lines in fen, in turn: larger, equal, smaller, unknown, net only, red on a refund, a refund on one of expense. */
const SHAPES = [
  { total: 50_000n, net: 47_000n, line: 30_000n, used: 30_000n },
  { total: 30_000n, net: null, line: 30_000n, used: 30_000n },
  { total: 12_345n, net: 12_000n, line: 30_000n, used: 12_345n },
  { total: null, net: null, line: 30_000n, used: 30_000n },
  // Since 0052, as the net amount alone is not what an invoice is worth.
  { total: null, net: 20_000n, line: 30_000n, used: 30_000n },
  { total: null, net: 20_000n, tax: 2_600n, line: 30_000n, used: 22_600n },
  { total: null, net: 20_000n, tax: 2_600n, line: 21_000n, used: 21_000n },
  { total: null, net: -20_000n, tax: -2_600n, line: -30_000n, used: -22_600n },
  { total: -12_345n, net: null, line: -30_000n, used: -12_345n },
  { total: 30_000n, net: null, line: -5_000n, used: -5_000n },
] as const

test('each of 100,000 links of a database of the version before becomes one use, of the lesser of line and invoice', async () => {
  const names = await migrationNames()
  const { url, drop } = await olderDatabase(names.findIndex((name) => name.startsWith('0050')))
  await withClient(url, async (client) => {
    const copied = (table: string, changes: string) => `
      insert into ${table} overriding system value
      select (jsonb_populate_record(t, jsonb_build_object(${changes}))).* from ${table} t, generate_series(1, $1::int) n
      where t.id = (select min(o.id) from ${table} o where o.project_id = (select min(d.project_id) from cost_execution_details d))`
    const shapes = [
      LINKS,
      SHAPES.map(({ total }) => total),
      SHAPES.map(({ net }) => net),
      SHAPES.map((shape) => ('tax' in shape ? shape.tax : null)),
    ]
    const nth = (at: number) => `($${at}::bigint[])[1 + n % ${SHAPES.length}]`
    await client.query('begin')
    await client.query(
      copied(
        'invoices',
        `'id', 1000000 + n, 'code', 'uses-invoice-' || n, 'invoice_number', '', 'status', 0, 'voided_at', null,
         'total_amount', ${nth(2)}, 'amount_without_tax', ${nth(3)}, 'tax_amount', ${nth(4)}`,
      ),
      shapes,
    )
    await client.query(
      copied(
        'cost_execution_details',
        `'id', 1000000 + n, 'code', 'uses-line-' || n, 'position', 100 + n, 'contract_id', null, 'instalment_id', null,
         'pay_amount', ${nth(2)}, 'invoice_id', 1000000 + n`,
      ),
      [LINKS, SHAPES.map(({ line }) => line)],
    )
    await client.query('commit')
  })
  const before = performance.now()
  await migrate(url)
  console.log(`upgrade with ${LINKS} links: ${((performance.now() - before) / 1000).toFixed(1)} s`)
  const wrong = await withClient(url, (client) =>
    client.query(
      `select count(*)::int as all, count(*) filter (where u.invoice_id = u.detail_id and u.position = 1
         and u.amount = ($1::bigint[])[1 + (u.detail_id - 1000000) % ${SHAPES.length}])::int as right
       from invoice_uses u where u.detail_id > 1000000`,
      [SHAPES.map(({ used }) => used)],
    ),
  )
  expect(wrong.rows).toEqual([{ all: LINKS, right: LINKS }])
  await drop()
})
