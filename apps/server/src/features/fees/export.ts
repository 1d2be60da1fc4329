import { feeApi } from '@pianzhang/contract/api/features'
import { noQuery } from '@pianzhang/contract/dashboard'
import { FEE_BASES, feeExportQuery } from '@pianzhang/contract/fees'
import { labelOf } from '@pianzhang/contract/lists'
import { sql } from 'kysely'
import { listExport } from '../../platform/lists/list-export.ts'
import { type RecordRow, recordRows } from '../../platform/lists/record-rows.ts'
import { exportColumns } from '../../platform/sheet-import/columns.ts'
import { monthOf } from './compute.ts'
import { conditions } from './list.ts'
import { type FeeRow, feeColumns, kindText } from './load.ts'
import { remittedBy } from './month-locks.ts'
import { dueAt, type MonthRow, monthRows } from './months.ts'

type Row = RecordRow<FeeRow & { payment_code: string; remittance_code: string; payee: string }>

const COLUMNS = {
  month: { title: '月份', width: 10, value: ({ month }: Row) => monthOf(month) },
  pay_at: { title: '付款日期', kind: 'date', value: ({ pay_at }: Row) => pay_at },
  payee: { title: '收款人', width: 20, value: ({ payee }: Row) => payee },
  kind: { title: '所得项目', width: 22, value: ({ kind, resident }: Row) => kindText(kind, resident) },
  basis: { title: '计算方式', value: ({ basis }: Row) => labelOf(FEE_BASES, basis) },
  gross: { title: '税前收入', kind: 'money', width: 16, summed: true, value: ({ gross }: Row) => gross },
  vat: { title: '增值税', kind: 'money', width: 14, summed: true, value: ({ vat }: Row) => vat },
  surcharge: {
    title: '附加税费',
    kind: 'money',
    width: 14,
    summed: true,
    value: ({ surcharge }: Row) => surcharge,
  },
  taxable: {
    title: '应纳税所得额',
    kind: 'money',
    width: 16,
    summed: true,
    value: ({ taxable }: Row) => taxable,
  },
  tax: { title: '预扣税额', kind: 'money', width: 16, summed: true, value: ({ tax }: Row) => tax },
  net: { title: '实发金额', kind: 'money', width: 16, summed: true, value: ({ net }: Row) => net },
  invoice_vat: {
    title: '发票增值税',
    kind: 'money',
    width: 14,
    summed: true,
    value: ({ invoice_vat }: Row) => invoice_vat,
  },
  paid: {
    title: '付款金额',
    kind: 'money',
    width: 16,
    summed: true,
    value: ({ net, invoice_vat }: Row) => net + invoice_vat,
  },
  payment: { title: '付款编号', width: 20, value: ({ payment_code }: Row) => payment_code },
  remittance: { title: '缴税付款', width: 20, value: ({ remittance_code }: Row) => remittance_code },
  remark: { title: '备注', width: 36, value: ({ remark }: Row) => remark },
  creator: { title: '创建人', width: 14, value: ({ creator }: Row) => creator },
  created: { title: '创建时间', width: 18, value: ({ created }: Row) => created },
} as const

/** Exports every fee of the list. */
export const feeExport = listExport({
  endpoint: feeApi.exportRecords,
  model: 'labor_tax',
  summary: 'A spreadsheet of the fees that match',
  query: feeExportQuery,
  async prepare(link, filters) {
    const { columns, cells } = exportColumns<Row>(COLUMNS)
    const { services, project } = link
    const where = await conditions(services.db, { companyId: project.companyId, project }, filters)
    const codeOf = (column: 'line_id' | 'remitted_line_id') => sql`coalesce((
      select c.code from payment_lines d
      join payments c on c.project_id = ${project.id} and c.id = d.payment_id
      where d.project_id = ${project.id} and d.id = ${sql.ref(`r.${column}`)}), '')`
    const select = sql<
      Omit<Row, 'creator' | 'created' | 'payee'>
    >`select ${feeColumns}, ${codeOf('line_id')} as payment_code,
      ${codeOf('remitted_line_id')} as remittance_code from fees r where ${where} order by r.id desc`
    // Names of all payees of the company, in a statement of its own.
    const rows = recordRows(
      link,
      select,
      (row, names: ReadonlyMap<bigint, string>) =>
        cells(Object.assign(row, { payee: names.get(row.payee_id) ?? '' })),
      async (ask) =>
        new Map(
          (
            await ask(
              sql<{
                id: bigint
                name: string
              }>`select p.id, p.name from payees p where p.company_id = ${project.companyId}`,
            )
          ).map(({ id, name }) => [id, name]),
        ),
    )
    return { name: '劳务个税', columns, rows }
  },
})

type Month = MonthRow & { payments: readonly string[] }
const MONTH_COLUMNS = {
  month: { title: '月份', width: 10, value: ({ month }: Month) => monthOf(month) },
  count: { title: '笔数', width: 8, value: ({ count }: Month) => String(count) },
  gross: { title: '税前收入', kind: 'money', width: 16, summed: true, value: ({ gross }: Month) => gross },
  vat: { title: '增值税', kind: 'money', width: 14, summed: true, value: ({ vat }: Month) => vat },
  surcharge: {
    title: '附加税费',
    kind: 'money',
    width: 14,
    summed: true,
    value: ({ surcharge }: Month) => surcharge,
  },
  tax: { title: '预扣税额', kind: 'money', width: 16, summed: true, value: ({ tax }: Month) => tax },
  withheld: {
    title: '应缴',
    kind: 'money',
    width: 16,
    summed: true,
    value: ({ withheld }: Month) => withheld,
  },
  remitted: {
    title: '已缴',
    kind: 'money',
    width: 16,
    summed: true,
    value: ({ remitted }: Month) => remitted,
  },
  due: {
    title: '待缴',
    kind: 'money',
    width: 16,
    summed: true,
    value: ({ withheld, remitted }: Month) => withheld - remitted,
  },
  due_at: { title: '缴款期限', kind: 'date', value: ({ month }: Month) => dueAt(monthOf(month)) },
  payments: { title: '缴税付款', width: 24, value: ({ payments }: Month) => payments.join('、') },
} as const

/** Exports what was withheld, remitted and is due, month by month. */
export const monthsExport = listExport({
  endpoint: feeApi.exportMonths,
  model: 'labor_tax',
  summary: 'A spreadsheet of the months with the taxes withheld, remitted and due',
  query: noQuery,
  async prepare({ services: { db }, project }) {
    const { columns, cells } = exportColumns<Month>(MONTH_COLUMNS)
    const months = await monthRows(db, project.id)
    const payments = await remittedBy(
      db,
      project.id,
      months.map(({ month }) => monthOf(month)),
    )
    return {
      name: '劳务个税应缴税款',
      columns,
      async *rows() {
        yield months.map((row) => cells({ ...row, payments: payments.get(monthOf(row.month)) ?? [] }))
      },
    }
  },
})
