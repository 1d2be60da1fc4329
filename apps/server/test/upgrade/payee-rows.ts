import { DELIVERED } from '../../src/features/transfer-batches/formats/delivered.ts'
import { COMPANY_OF, CREATOR_OF, day, idIn, MADE_AT, PROJECTS, type Rows, times } from './world.ts'

const COMPANIES = [1, 2] as const
const bank = { bank_name: '建设银行', bank_code: '', province: '北京', city: '北京' }
const format = DELIVERED.find(({ bank }) => bank === 'ccb')

/** Payees of both companies, one with a changed account, and of each project a batch that lives and one that was cancelled. */
export const payeeRows = (): Rows => ({
  payees: COMPANIES.flatMap((company) =>
    times(2, (n) => ({
      id: company * 10 + n,
      code: `payee-${company}-${n}`,
      company_id: company,
      name: `器材行${n}`,
      kind: n,
      account: `622202020011223${company}${n}`,
      search: ` 器材行${n} qicaihang${n} qch${n}`,
      account_changed_at: n === 1 ? MADE_AT : null,
      account_changed_by: n === 1 ? '管理员' : '',
      creator_id: company === 1 ? 1 : 4,
      created_at: MADE_AT,
      updated_at: MADE_AT,
    })),
  ),
  payee_account_changes: COMPANIES.map((company) => ({
    company_id: company,
    payee_id: company * 10 + 1,
    field: 'account',
    before: '6222020200110000',
    after: `622202020011223${company}1`,
    user_id: company === 1 ? 1 : 4,
    user_name: '管理员',
    changed_at: MADE_AT,
  })),
  transfer_formats: [
    { bank: 'ccb', version: '2', holds_from: day(200), content: format, created_at: MADE_AT },
  ],
  transfer_batches: PROJECTS.flatMap((project) =>
    times(2, (n) => ({
      project_id: project,
      id: idIn(project, n),
      code: `batch-${n}`,
      bank: 'ccb',
      format_version: '1',
      format,
      pay_account: '6222020200998877',
      pay_account_name: '甲影业',
      pay_bank_name: '建设银行',
      urgent: n === 1,
      total: 300_00,
      count: 1,
      state: n === 1 ? 'exported' : 'cancelled',
      creator_id: CREATOR_OF[project],
      made_on: day(120),
      created_at: MADE_AT,
      cancelled_at: n === 1 ? null : MADE_AT,
    })),
  ),
  transfer_batch_payments: PROJECTS.flatMap((project) =>
    times(2, (n) => ({
      project_id: project,
      batch_id: idIn(project, n),
      position: 1,
      payment_id: n === 1 ? idIn(project, 1) : null,
      code: `payment-${n}`,
      payee: '器材行1',
      name: '器材行1',
      account: `622202020011223${COMPANY_OF[project]}1`,
      ...bank,
      phone: '',
      purpose: '器材租金',
      amount: 300_00,
    })),
  ),
})
