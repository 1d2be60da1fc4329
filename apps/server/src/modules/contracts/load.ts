import { formatInstant } from '@pianzhang/contract/calendar'
import { CONTRACT_SECRETS, type Contract } from '@pianzhang/contract/contracts'
import { CONTRACT_CATEGORIES, labelOf } from '@pianzhang/contract/lists'
import { mask } from '@pianzhang/contract/masking'
import { yuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'
import { missing } from '../../platform/errors.ts'
import { mayNow } from '../../platform/guard.ts'
import type { ProjectContext } from '../../platform/route.ts'

/** A row of `contracts` with what was paid on it, in fen. */
export interface ContractRow {
  code: string
  version: number
  out_code: string
  customer: string
  id_number: string
  sign_at: string | null
  category: number
  amount: bigint
  paid: bigint
  income_bank_name: string
  income_bankcard_username: string
  income_bankcard_account: string
  remark: string
  created_at: Date
}

/** Paid is what the payment lines that name the contract `k` come to; where money comes in on it (categories 3 and 4), its receipts. */
export const contractColumns = (
  projectId: bigint,
) => sql<ContractRow>`k.code, k.version, k.out_code, k.customer, k.id_number, k.sign_at, k.category, k.amount,
  k.income_bank_name, k.income_bankcard_username, k.income_bankcard_account, k.remark, k.created_at,
  case when k.category in (${INCOMING}) then (select coalesce(sum(e.amount), 0) from investment_executions e
    where e.project_id = ${projectId} and e.contract_id = k.id)
  else (select coalesce(sum(d.pay_amount), 0) from cost_execution_details d
    where d.project_id = ${projectId} and d.contract_id = k.id) end as paid`

const INCOMING = sql.join(
  CONTRACT_CATEGORIES.filter(({ direction }) => direction === 'in').map(({ code }) => sql.lit(Number(code))),
)

/** One contract of the project. Throws 404. */
export async function loadContract(db: Db | Tx, projectId: bigint, code: string): Promise<ContractRow> {
  const { rows } = await sql<ContractRow>`select ${contractColumns(projectId)} from contracts k
    where k.project_id = ${projectId} and k.code = ${code}`.execute(db)
  if (!rows[0]) throw missing()
  return rows[0]
}

/** The answer; ID number and account are masked for everyone. */
export const contractAnswer = (context: ProjectContext, row: ContractRow): Contract => ({
  code: row.code,
  version: row.version,
  out_code: row.out_code,
  customer: row.customer,
  id_number: mask(row.id_number, CONTRACT_SECRETS.id_number),
  sign_at: row.sign_at,
  category: {
    category_code: String(row.category),
    category_i18n: labelOf(CONTRACT_CATEGORIES, String(row.category)),
  },
  amount_yuan: yuan(row.amount),
  pay_amount_yuan: yuan(row.paid),
  unpay_amount_yuan: yuan(row.amount - row.paid),
  income_bank_name: row.income_bank_name,
  income_bankcard_username: row.income_bankcard_username,
  income_bankcard_account: mask(row.income_bankcard_account, CONTRACT_SECRETS.income_bankcard_account),
  remark: row.remark,
  created_at: formatInstant(row.created_at),
  can: { write: mayNow(context, 'contract', 'write'), delete: mayNow(context, 'contract', 'delete') },
})
