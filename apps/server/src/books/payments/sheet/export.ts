import { paymentApi } from '@pianzhang/contract/api/books'
import { type PaymentExportQuery, paymentExportQuery } from '@pianzhang/contract/payments'
import { sql } from 'kysely'
import { allPayees, wordsOf } from '../../../base/payees/words.ts'
import { allSubjects } from '../../../base/subjects/booked-subjects.ts'
import type { Ask } from '../../../platform/database/read-rows.ts'
import { listExport } from '../../../platform/lists/list-export.ts'
import { recordRows } from '../../../platform/lists/record-rows.ts'
import { exportColumns, keysOf } from '../../../platform/sheet-import/columns.ts'
import { conditions, type PaymentConditions } from '../filters.ts'
import { ALL_COLUMNS, HEADER, type LineRow, type PaymentColumn } from './columns.ts'
import { lackingColumns } from './project-data.ts'

/** Exports the lines that match, in the order of the list; their sum is the list's `matched_amount_yuan`. */
export const paymentExport = listExport({
  endpoint: paymentApi.export,
  model: 'cost_execution',
  summary: 'A spreadsheet of the lines that match',
  query: paymentExportQuery,
  async prepare(link, filters) {
    const { services, project } = link
    const where = await conditions(services.db, project.id, filters)
    const select = selectLines(where, filters)
    const lacking = await lackingColumns(services.db, project.id)
    const { columns, cells } = exportColumns(
      Object.fromEntries(
        Object.entries(ALL_COLUMNS).filter(([key]) => !lacking.includes(key as PaymentColumn)),
      ),
    )
    return {
      name: '付款明细',
      columns,
      rows: recordRows(
        link,
        select,
        (row, { subjects, categories, payees }) => {
          const { subject_id, payee_id, pay_category_id: type } = row
          const pay_category = type === null ? null : (categories.get(type) ?? '')
          const payee = payee_id === null ? undefined : payees.get(payee_id)
          return cells({ ...row, subject: subjects.get(subject_id), pay_category, payee })
        },
        findNames(project.id, !lacking.includes('payee_code')),
      ),
    }
  },
})

/** Subjects, payment types and payees by id, read once as many lines share them. */
const findNames = (projectId: bigint, hasPayees: boolean) => async (ask: Ask) => {
  const subjects = await allSubjects(projectId)(ask)
  const categories = await ask(sql<{ id: bigint; name: string }>`
    select id, name from payment_types where project_id = ${projectId}`)
  const payees = wordsOf(hasPayees ? await ask(allPayees(projectId)) : [])
  return { subjects, payees, categories: new Map(categories.map(({ id, name }) => [id, name])) }
}

/** The number of the petty cash detail that a payment was posted for. Only such payments have no payment type, so the subquery runs for no other. */
const pettyCashOf = (projectId: bigint) => sql`
  case when d.pay_category_id is null then
    (select (select i.code from petty_cash i where i.project_id = ${projectId} and i.id = p.petty_cash_id)
      from petty_cash_payments p where p.project_id = ${projectId} and p.payment_id = c.id) end`

function selectLines(where: PaymentConditions, filters: PaymentExportQuery) {
  const direction = filters.pay_at_order === 'asc' ? sql`asc` : sql`desc`
  const header = sql.join(keysOf(HEADER).map((column) => sql.ref(`c.${column}`)))
  return sql<LineRow>`
    select c.code, c.creator_id, c.created_at, c.payee_id, ${header}, d.subject_id, d.pay_channel, d.pay_category_id, d.voucher_category,
      d.face_tax_rate, k.out_code as contract, k.customer, d.pay_amount, d.remark, d.no_invoice_reason,
      (select jsonb_agg(jsonb_build_object('number', i.invoice_number, 'amount', u.amount::text,
          'worth', coalesce(i.total_amount, i.amount_without_tax + i.tax_amount)::text) order by u.position)
        from invoice_uses u join invoices i on i.project_id = ${where.projectId} and i.id = u.invoice_id
        where u.project_id = ${where.projectId} and u.line_id = d.id) as invoices,
      (select count(*)::int4 from payment_line_attachments l
        where l.project_id = ${where.projectId} and l.line_id = d.id) as vouchers,
      ${pettyCashOf(where.projectId)} as imprest
    from payments c
    join payment_lines d on d.project_id = ${where.projectId} and d.payment_id = c.id
    left join contracts k on k.project_id = ${where.projectId} and k.id = d.contract_id
    where ${where.header}${where.line ? sql` and ${where.line}` : sql``}
    order by c.pay_at ${direction}, c.id ${direction}, d.position`
}
