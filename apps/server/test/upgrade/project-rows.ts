import { COMPANY_OF, CREATOR_OF, day, idIn, MADE_AT, PROJECTS, type Row, type Rows, times } from './world.ts'

/** Subjects of the three levels, by the order of their ids. */
const SUBJECTS = [
  '1000',
  '2400',
  '100001',
  '240001',
  '240002',
  '10000101',
  '24000101',
  '24000102',
  '24000201',
]
/** The n-th ids of the subjects on the third level, which lines are booked on. */
export const BOOKED = [6, 7, 8, 9]
export const PAYMENT_TYPES = ['定金', '进度款', '尾款', '其他']
const INVESTMENT_TYPES = [
  '自有资金',
  '联合投资',
  '平台定制款',
  '版权预售',
  '政府补贴',
  '银行贷款',
  '基金投资',
  '广告植入',
  '其他',
]
/** The number of an invoice that every project has; within a company only the oldest project's invoice gets the key. */
const SHARED_NUMBER = '25112000000000000001'

/** Rows of each project that its ledgers refer to. */
export function projectRows(): Rows {
  const each = (make: (project: number) => Row[]) => PROJECTS.flatMap(make)
  return {
    subjects: each((project) => SUBJECTS.map((out_code, index) => subject(project, out_code, index + 1))),
    payment_types: each((project) =>
      PAYMENT_TYPES.map((name, index) => ({
        project_id: project,
        id: idIn(project, index + 1),
        name,
        updated_at: MADE_AT,
      })),
    ),
    investment_types: each((project) =>
      INVESTMENT_TYPES.map((name, index) => ({
        project_id: project,
        id: investmentType(project, index + 1),
        name,
        updated_at: MADE_AT,
      })),
    ),
    attachments: each((project) => times(30, (n) => attachment(project, n))),
    imports: each((project) => [
      {
        project_id: project,
        id: idIn(project, 1),
        code: `import-${project}`,
        resource: 'cost_execution',
        attachment_id: idIn(project, 30),
        total: 40,
        creator_id: CREATOR_OF[project],
        created_at: MADE_AT,
      },
    ]),
    contracts: each((project) => times(8, (n) => contract(project, n))),
    contract_attachments: each((project) => [
      { project_id: project, contract_id: idIn(project, 1), attachment_id: idIn(project, 1), position: 1 },
      { project_id: project, contract_id: idIn(project, 1), attachment_id: idIn(project, 2), position: 2 },
    ]),
    contract_supplements: each((project) => [
      { project_id: project, contract_id: idIn(project, 1), main_id: idIn(project, 1) },
      { project_id: project, contract_id: idIn(project, 2), main_id: idIn(project, 1) },
    ]),
    contract_reminders: each((project) => times(6, (n) => reminder(project, n))),
    invoices: each((project) => times(12, (n) => invoice(project, n))),
    invoice_files: each((project) =>
      times(12, (n) => ({
        project_id: project,
        invoice_id: idIn(project, n),
        attachment_id: invoice(project, n).attachment_id,
        position: 1,
        sha256: String(n).padStart(64, '0'),
      })).filter((row) => row.attachment_id !== null),
    ),
    invoice_keys: each((project) => times(12, (n) => invoiceKey(project, n))).filter(
      (row) => row.key !== null,
    ),
  }
}

export const investmentType = (project: number, n: number) => (project - 1) * INVESTMENT_TYPES.length + n

function subject(project: number, out_code: string, n: number): Row {
  const ancestor = (length: number) => idIn(project, SUBJECTS.indexOf(out_code.slice(0, length)) + 1)
  const category = out_code.length / 2 - 2
  return {
    project_id: project,
    id: idIn(project, n),
    code: `subject-${n}`,
    category,
    out_code,
    name: `科目${out_code}`,
    parent_id: category === 0 ? null : ancestor(out_code.length - 2),
    one_id: ancestor(4),
    two_id: category === 0 ? null : ancestor(6),
    created_at: MADE_AT,
  }
}

function attachment(project: number, n: number): Row {
  const old = ['png', 'jpg', 'pdf'][n % 3]
  const kind = n === 30 ? 'xlsx' : n === 29 ? 'ofd' : old
  return {
    project_id: project,
    id: idIn(project, n),
    code: `file-${n}`,
    file_name: `凭证 ${n}.${kind}`,
    file_size: 100 + n,
    kind,
    storage_key: `project-${project}/file-${n}`,
    has_thumb: kind === 'png',
    creator_id: CREATOR_OF[project],
    token_id: `token-${n}`,
    created_at: MADE_AT,
    unlinked_at: null,
  }
}

const contract = (project: number, n: number): Row => ({
  project_id: project,
  id: idIn(project, n),
  code: `contract-${n}`,
  out_code: `HT-${project}-${n}`,
  customer: n % 2 ? '北京某某文化有限公司' : '张某某',
  id_number: n % 2 ? '91110105MA01ABCD2E' : '',
  sign_at: n === 5 ? null : day(n * 9),
  category: [0, 0, 1, 2, 3, 4, 0, 1][n - 1],
  amount: n * 1_234_567_89,
  income_bank_name: '某某银行',
  income_bankcard_username: '张某某',
  income_bankcard_account: '6222000011112222333',
  remark: `备注\t“引号”\n第${n}行\\N`,
  creator_id: CREATOR_OF[project],
  import_id: n > 6 ? idIn(project, 1) : null,
  version: n,
  created_at: MADE_AT,
  updated_at: MADE_AT,
})

function reminder(project: number, n: number): Row {
  const recurring = n % 2 === 0
  return {
    project_id: project,
    id: idIn(project, n),
    code: `caution-${n}`,
    contract_id: idIn(project, n),
    category: recurring ? 1 : 0,
    mode: recurring ? n % 4 && 1 : null,
    judge_date: recurring ? n : null,
    start_at: day(n),
    end_at: recurring ? day(n + 700) : day(n),
    creator_id: CREATOR_OF[project],
    created_at: MADE_AT,
    updated_at: MADE_AT,
  }
}

/** Invoice 1: the shared number; 2: code and number; 3: a ticket, known by its type; 4: failed; 5 and 6: no number; others: 20 digits. */
function invoice(project: number, n: number): Row {
  const own = `2511200000000${project}${String(n).padStart(6, '0')}`
  const number = [SHARED_NUMBER, `0876${project}321`, `E${project}0231`, own, '', ''][n - 1] ?? own
  return {
    project_id: project,
    id: idIn(project, n),
    code: `invoice-${n}`,
    status: n === 4 ? 1 : n < 4 ? 2 : 0,
    reason: n === 4 ? '查验不一致' : '',
    invoice_type: n === 3 ? '61' : n === 2 ? '01' : '',
    invoice_code: n === 2 ? '011001900a11' : '',
    invoice_number: number,
    billing_date: n === 6 ? null : day(n * 7),
    total_amount: n === 6 ? null : n * 1_060,
    amount_without_tax: n === 6 ? null : n * 1_000,
    seller_name: '某某器材租赁有限公司',
    attachment_id: n % 2 ? idIn(project, 10 + n) : null,
    creator_id: CREATOR_OF[project],
    version: 2,
    created_at: MADE_AT,
  }
}

/** The key that migration 0015 gives an invoice: of a company's invoices with one number only the oldest project's, and no failed one, has it. */
function invoiceKey(project: number, n: number): Row {
  const own = String(invoice(project, n).invoice_number)
  const key = n === 2 ? `011001900A11-${own}` : n === 3 ? `61-${own}` : own
  const none = own === '' || n === 4 || (n === 1 && COMPANY_OF[project] === 1 && project !== 1)
  return {
    company_id: COMPANY_OF[project],
    key: none ? null : key,
    project_id: project,
    invoice_code: `invoice-${n}`,
  }
}
