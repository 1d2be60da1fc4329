import type {
  PayCategoryChart,
  PayerChart,
  PaymentDashboardQuery,
  SubjectChart,
  SubjectDashboardQuery,
  VoucherCategoryChart,
} from '@pianzhang/contract/cost-execution-dashboard'
import { MAX_CHART_ITEMS, type TotalAmount } from '@pianzhang/contract/dashboard'
import {
  labelOf,
  NO_VOUCHER_CATEGORY,
  VOUCHER_CATEGORIES,
  WRITE_OFF_CATEGORY,
} from '@pianzhang/contract/lists'
import { sum, yuan } from '@pianzhang/contract/money'
import type { Db } from '../../../platform/database.ts'
import type { Input, ProjectContext } from '../../../platform/route.ts'
import {
  type Level,
  largestPayers,
  type NamedSum,
  payCategorySums,
  subjectSums,
  totalSum,
  voucherCategorySums,
} from './sql.ts'

type Asked<Q = PaymentDashboardQuery> = Input<unknown, Q, unknown>

export async function totalOfPayments(
  db: Db,
  { project }: ProjectContext,
  { query }: Asked,
): Promise<TotalAmount> {
  const { rows } = await totalSum(project.id, query.voucher_categories).execute(db)
  return { total_amount: yuan(rows[0]?.amount ?? 0n) }
}

/** A level of the subject chart. */
export const paymentsBySubject =
  (level: Level) =>
  async (
    db: Db,
    { project }: ProjectContext,
    { query }: Asked<SubjectDashboardQuery>,
  ): Promise<SubjectChart> => {
    const below = { one: query.subject_one_code, two: query.subject_two_code }
    const { rows } = await subjectSums(project.id, level, query.voucher_categories, below).execute(db)
    return {
      items: rows.map((row) => ({
        subject_name: row.name,
        subject_code: row.code,
        subject_out_code: row.out_code,
        amount: yuan(row.amount),
      })),
    }
  }

export async function paymentsByPayer(
  db: Db,
  { project }: ProjectContext,
  { query }: Asked,
): Promise<PayerChart> {
  const { rows } = await largestPayers(project.id, query.voucher_categories, MAX_CHART_ITEMS).execute(db)
  const all = rows[0] ?? { quantity: 0, total: 0n }
  return {
    items: rows.map(({ payer, amount }) => ({ payer, amount: yuan(amount) })),
    others: {
      quantity: all.quantity - rows.length,
      amount: yuan(all.total - sum(rows.map(({ amount }) => amount))),
    },
  }
}

export async function paymentsByPayCategory(
  db: Db,
  { project }: ProjectContext,
  { query }: Asked,
): Promise<PayCategoryChart> {
  const { rows } = await payCategorySums(project.id, query.voucher_categories).execute(db)
  return {
    items: rows.map((row) => ({
      pay_category: payCategoryName(row),
      pay_category_id: row.id === null ? 'imprest' : String(row.id),
      amount: yuan(row.amount),
    })),
  }
}

export async function paymentsByVoucherCategory(
  db: Db,
  { project }: ProjectContext,
  { query }: Asked,
): Promise<VoucherCategoryChart> {
  const { rows } = await voucherCategorySums(project.id, query.voucher_categories).execute(db)
  return {
    items: rows.map((row) => ({
      voucher_category: voucherCategoryName(row),
      voucher_category_code: String(row.id ?? NO_VOUCHER_CATEGORY.code),
      amount: yuan(row.amount),
    })),
  }
}

export const payCategoryName = (row: NamedSum): string => row.name ?? WRITE_OFF_CATEGORY
export const voucherCategoryName = ({ id }: NamedSum): string =>
  id === null ? NO_VOUCHER_CATEGORY.label : labelOf(VOUCHER_CATEGORIES, String(id))
