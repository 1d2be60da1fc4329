import { payableApi } from '@pianzhang/contract/api/features'
import { today } from '@pianzhang/contract/calendar'
import { forecastQuery, payableExportQuery } from '@pianzhang/contract/payables'
import { sql } from 'kysely'
import { payeeLinks } from '../../base/payees/find.ts'
import { jsonFor } from '../../platform/database/json.ts'
import { readRows } from '../../platform/database/read-rows.ts'
import { projectHas } from '../../platform/features.ts'
import { listExport } from '../../platform/lists/list-export.ts'
import type { SummableColumn } from '../../platform/sheet/totals.ts'
import { conditions, freshRows, restRows, withPayees } from './filters.ts'
import { readForecast } from './forecast.ts'
import { COLUMNS, orderOf, type PayableRow, payableAnswer, withNames } from './list.ts'
import { withFresh } from './stored-instalments.ts'

const money = (title: string): SummableColumn => ({
  title: `${title}（元）`,
  kind: 'money',
  summed: true,
  width: 18,
})

const columnsOf = (direction: 'in' | 'out'): SummableColumn[] => [
  { title: '到期日', kind: 'text', width: 12 },
  { title: '状态', kind: 'text', width: 12 },
  { title: direction === 'out' ? '收款人' : '付款人', kind: 'text', width: 28 },
  { title: '合同编号', kind: 'text', width: 18 },
  { title: '期次', kind: 'text', width: 22 },
  money('金额'),
  money(direction === 'out' ? '已付' : '已收'),
  money(direction === 'out' ? '待付' : '待收'),
]

/** What is to be paid, or to be received, as a spreadsheet. */
export const payableExport = listExport({
  endpoint: payableApi.export,
  model: 'payable',
  summary: 'The instalments that are not paid up as a spreadsheet',
  query: payableExportQuery,
  async prepare({ project, services }, query) {
    const day = today(services.clock())
    const { direction, order } = query
    const { db } = services
    const { id: projectId, companyId } = project
    const hasPayees = await projectHas(db, projectId, 'payee')
    const select = await withFresh(services, projectId, async (tx, fresh) => {
      const filters = await withPayees(tx, { projectId, companyId, hasPayees }, query, fresh)
      const where = conditions(projectId, filters, day)
      return sql<PayableRow>`
        ${fresh.contracts.length > 0 ? sql`with ${freshRows(fresh)}` : sql``}
        select i.code, i.version, i.seq, i.title, i.kind, i.due_at, i.amount::text as amount, p.rest::text as rest, p.customer,
          p.payee_id::text as payee_id,
          k.code as contract_code, k.out_code as contract_number
        from (${restRows(projectId, fresh, COLUMNS, where)}) p ${withNames(projectId)} order by ${orderOf(order, 'p', hasPayees)}`
    })
    return {
      name: direction === 'out' ? '待付清单' : '待收清单',
      columns: columnsOf(direction),
      async *rows(slot) {
        for await (const rows of readRows(slot, db, select)) {
          const ids = hasPayees ? rows.map(({ payee_id }) => BigInt(payee_id)) : []
          const payees = await payeeLinks(db, { companyId, now: services.clock() }, ids)
          yield rows.map((row) => {
            const { status, payee } = payableAnswer(
              row,
              day,
              direction,
              payees.get(BigInt(row.payee_id)) ?? null,
            )
            return [
              row.due_at ?? '',
              status,
              payee,
              row.contract_number,
              row.title,
              BigInt(row.amount),
              BigInt(row.amount) - BigInt(row.rest),
              BigInt(row.rest),
            ]
          })
        }
      },
    }
  },
})

/** The forecast as a spreadsheet: a row a week, the first with today's balance. */
export const forecastExport = listExport({
  endpoint: payableApi.exportForecast,
  model: 'payable',
  summary: 'The forecast by weeks as a spreadsheet',
  query: forecastQuery,
  async prepare({ project, services }, query) {
    const { balance, items } = await readForecast(services, project.id, query, today(services.clock()))
    const lines = [
      { week: '当前余额', into: null, out: null, balance },
      ...items.map((week) => ({
        week: `${week.start} 至 ${week.end}`,
        into: week.in,
        out: week.out,
        balance: week.balance,
      })),
    ]
    const select = sql<{ week: string; into: bigint | null; out: bigint | null; balance: bigint }>`
      select w.week, w."into", w.out, w.balance
      from jsonb_to_recordset(${jsonFor(lines)}::jsonb) as w(week text, "into" numeric, out numeric, balance numeric)`
    return {
      name: '资金预测',
      columns: [
        { title: '周', kind: 'text', width: 26 },
        money('流入'),
        money('流出'),
        { title: '余额（元）', kind: 'money', width: 18 },
        { title: '说明', kind: 'text', width: 12 },
      ],
      async *rows(slot) {
        for await (const rows of readRows(slot, services.db, select))
          yield rows.map((row) => [
            row.week,
            row.into,
            row.out,
            row.balance,
            row.balance < 0n ? '资金缺口' : null,
          ])
      },
    }
  },
})
