import { BOOKED, investmentType, PAYMENT_TYPES } from './project-rows.ts'
import { CREATOR_OF, day, idIn, MADE_AT, PROJECTS, type Row, type Rows, times } from './world.ts'

const PAYMENTS = 60
const DETAILS = 20
/** The number of details that are written off, beginning with the first; each has one more payment. */
const WRITTEN_OFF = 6
const RATES = ['13%', '6%', '免税', '4.5%', null]

/** Rows of each project: payments with lines, receipts, budgets and petty cash. */
export function ledgerRows(): Rows {
  const each = (make: (project: number) => Row[]) => PROJECTS.flatMap(make)
  const lines = (project: number) =>
    times(PAYMENTS, (n) => ({ n })).flatMap(({ n }) => linesOf(project, Number(n)))
  return {
    payments: each((project) => [
      ...times(PAYMENTS, (n) => payment(project, n)),
      ...times(WRITTEN_OFF, (n) => postedPayment(project, n)),
    ]),
    payment_lines: each((project) => [
      ...lines(project),
      ...times(WRITTEN_OFF, (n) => postedLine(project, n)),
    ]),
    invoice_uses: each((project) =>
      lines(project)
        .filter((line) => line.invoice_id !== null)
        .map(({ id, invoice_id, pay_amount }) => ({
          ...{ project_id: project, line_id: id, invoice_id, position: 1 },
          amount: pay_amount,
        })),
    ),
    payment_line_attachments: each((project) =>
      lines(project)
        .filter((_, index) => index % 9 === 0)
        .flatMap((line) => [
          { project_id: project, line_id: line.id, attachment_id: idIn(project, 3), position: 1 },
          { project_id: project, line_id: line.id, attachment_id: idIn(project, 4), position: 2 },
        ]),
    ),
    receipts: each((project) => times(12, (n) => receipt(project, n))),
    investment_budgets: each((project) =>
      times(5, (n) => ({
        ...made(project),
        id: idIn(project, n),
        code: `budget-${n}`,
        investor: `投资方${n}`,
        amount: n * 5_000_000_00,
        variate: n * 100,
      })),
    ),
    cost_budgets: each((project) => times(15, (n) => costBudget(project, n))),
    cost_budget_episodes: each((project) => [{ project_id: project, episodes: 24, version: 2 }]),
    petty_cash_amounts: each((project) => [{ project_id: project, amount: 5_000_00, updated_at: MADE_AT }]),
    write_offs: each((project) =>
      times(1, (n) => ({
        project_id: project,
        id: idIn(project, n),
        code: `write-off-${n}`,
        total_quantity: DETAILS,
        succeeded_quantity: WRITTEN_OFF,
        amount: times(WRITTEN_OFF, (i) => detail(project, i, 0)).reduce(
          (sum, one) => sum + Number(one.pay_amount),
          0,
        ),
        creator_id: CREATOR_OF[project],
        created_at: MADE_AT,
      })),
    ),
    petty_cash: each((project) => times(DETAILS, (n) => detail(project, n, WRITTEN_OFF))),
    petty_cash_attachments: each((project) =>
      times(DETAILS, (n) => ({
        project_id: project,
        petty_cash_id: idIn(project, n),
        attachment_id: idIn(project, 5),
        position: 1,
      })),
    ),
    petty_cash_payments: each((project) =>
      times(WRITTEN_OFF, (n) => ({
        project_id: project,
        petty_cash_id: idIn(project, n),
        payment_id: idIn(project, PAYMENTS + n),
      })),
    ),
  }
}

const made = (project: number) => ({
  project_id: project,
  creator_id: CREATOR_OF[project],
  created_at: MADE_AT,
  updated_at: MADE_AT,
})

const booked = (project: number, n: number) => idIn(project, BOOKED[n % BOOKED.length] ?? 0)

/** One to four lines: negative amounts, with and without voucher, contract and invoice. */
function linesOf(project: number, payment: number): Row[] {
  return times((payment % 4) + 1, (position) => {
    const n = payment * 4 + position
    return {
      project_id: project,
      id: idIn(project, 0) + (n % 1_000),
      code: `line-${payment}-${position}`,
      payment_id: idIn(project, payment),
      position,
      subject_id: booked(project, n),
      pay_channel: (n % 9) + 1,
      pay_category_id: idIn(project, (n % PAYMENT_TYPES.length) + 1),
      voucher_category: n % 3 ? (n % 16) + 1 : null,
      face_tax_rate: RATES[n % RATES.length],
      contract_id: n % 4 === 0 ? idIn(project, (n % 3) + 1) : null,
      invoice_id: position === 1 && payment <= 6 ? idIn(project, payment + 6) : null,
      pay_amount: (n % 7 === 0 ? -1 : 1) * (n * 101 + project),
      remark: n % 5 ? '' : `场租\t第${n}场`,
    }
  })
}

const payment = (project: number, n: number): Row => ({
  ...made(project),
  id: idIn(project, n),
  code: `FK20260101${String(n).padStart(4, '0')}`,
  pay_at: day(n * 3),
  payer: ['甲公司', '乙公司', '丙', '丁某某'][n % 4],
  post: n % 2 ? '制片' : '',
  summary: `第${n}笔“款”\\`,
  pay_amount: linesOf(project, n).reduce((sum, line) => sum + Number(line.pay_amount), 0),
  import_id: n > 40 ? idIn(project, 1) : null,
  version: (n % 3) + 1,
})

function detail(project: number, n: number, WRITTEN_OFF: number): Row {
  return {
    ...made(project),
    id: idIn(project, n),
    code: `BYJ20260101${String(n).padStart(4, '0')}`,
    pay_at: day(n * 2),
    payer: n % 2 ? '王某某' : '李某某',
    summary: '剧组餐费',
    subject_id: booked(project, n),
    pay_channel: 1,
    voucher_category: n % 7 ? 4 : null,
    face_tax_rate: RATES[n % RATES.length],
    contract_id: n % 5 ? null : idIn(project, 1),
    pay_amount: n * 880,
    write_off_id: n <= WRITTEN_OFF ? idIn(project, 1) : null,
    import_id: n > 15 ? idIn(project, 1) : null,
  }
}

/** The payment that the write-off of the n-th detail posts: one line without payment type. */
function postedPayment(project: number, n: number): Row {
  const { pay_at, payer, summary, pay_amount } = detail(project, n, 0)
  const id = idIn(project, PAYMENTS + n)
  return { ...made(project), id, code: `FK20260101${PAYMENTS + n}`, pay_at, payer, summary, pay_amount }
}

function postedLine(project: number, n: number): Row {
  const { subject_id, pay_channel, voucher_category, face_tax_rate, contract_id, pay_amount } = detail(
    project,
    n,
    0,
  )
  return {
    project_id: project,
    id: idIn(project, 900 + n),
    code: `line-WRITTEN_OFF-${n}`,
    payment_id: idIn(project, PAYMENTS + n),
    position: 1,
    subject_id,
    pay_channel,
    pay_category_id: null,
    voucher_category,
    face_tax_rate,
    contract_id,
    invoice_id: null,
    pay_amount,
    remark: '',
  }
}

const receipt = (project: number, n: number): Row => ({
  ...made(project),
  id: idIn(project, n),
  code: `receipt-${n}`,
  investment_at: day(n * 11),
  investor: `投资方${(n % 3) + 1}`,
  investment_category_id: investmentType(project, (n % 9) + 1),
  amount: n * 1_000_000_01,
  contract_id: n % 3 ? null : idIn(project, 5),
  description: n % 2 ? '' : '首期款',
  import_id: n > 8 ? idIn(project, 1) : null,
})

function costBudget(project: number, n: number): Row {
  const unit_price = (n % 4 ? 1 : -1) * (n * 10_000 + 33)
  const quantity = n * 10_000 + 5_000
  const exact = Math.abs(unit_price * quantity) / 10_000
  return {
    ...made(project),
    id: idIn(project, n),
    code: `cost-budget-${n}`,
    subject_id: booked(project, n),
    unit_price,
    quantity,
    // Half away from zero; exact in a double at this size.
    amount: Math.sign(unit_price) * Math.round(exact),
    unit: '天',
    import_id: n > 10 ? idIn(project, 1) : null,
  }
}
