import { COMPANY_OF, CREATOR_OF, day, idIn, MADE_AT, PHONES, PROJECTS, type Rows, times } from './world.ts'

const YEARS_MS = 3 * 365 * 86_400_000
const later = () => new Date(Date.now() + YEARS_MS).toISOString()
const bytes = (n: number) => `\\x${String(n).padStart(64, '0')}`

/** Why a payment paid no order; the column has its present name since migration 0034. */
const unapplied = (reason: string) => ({ kept_reason: reason, unapplied_reason: reason })

/** Two companies with their people, projects, sessions, log and orders. */
export function companyRows(passwordHash: string): Rows {
  const person = { password_hash: passwordHash, must_change_password: false, preferences: { rows: 20 } }
  return {
    companies: [
      { id: 1, code: 'company-1', name: '甲影业', granted_count: 3, buy_count: 2, exists_count: 3 },
      { id: 2, code: 'company-2', name: '乙影业', granted_count: 1, exists_count: 1, stopped_at: null },
    ],
    sizes: [
      { day: '2026-11-20', database_bytes: 9_000_000, file_bytes: 0, file_count: 0 },
      { day: '2026-11-21', database_bytes: 9_100_000, file_bytes: 700, file_count: 3 },
    ],
    roles: [
      { id: 1, code: 'role-1', company_id: 1, name: '财务', description: '记账', version: 3 },
      { id: 2, code: 'role-2', company_id: 2, name: '财务', enabled: false },
    ],
    role_permissions: [
      { role_id: 1, model: 'cost_execution', code: 'p-1', actions: ['read', 'write'] },
      { role_id: 1, model: 'subject', code: 'p-2', actions: ['read'] },
      { role_id: 2, model: 'contract', code: 'p-3', actions: ['read', 'write', 'delete'] },
    ],
    users: [
      { ...person, id: 1, code: 'user-1', company_id: 1, name: '管理员甲', phone: PHONES[1], is_super: true },
      {
        ...person,
        id: 2,
        code: 'user-2',
        company_id: 1,
        name: '王出纳',
        phone: '13700000002',
        role_id: 1,
        creator_id: 1,
      },
      {
        ...person,
        id: 3,
        code: 'user-3',
        company_id: 1,
        name: '李离职',
        phone: '13700000002',
        deleted_at: MADE_AT,
      },
      { ...person, id: 4, code: 'user-4', company_id: 2, name: '管理员乙', phone: PHONES[2], is_super: true },
      {
        ...person,
        id: 5,
        code: 'user-5',
        company_id: 2,
        name: '赵停用',
        phone: '13700000005',
        role_id: 2,
        disabled: true,
      },
    ],
    projects: PROJECTS.map((id) => ({
      id,
      code: `project-${id}`,
      company_id: COMPANY_OF[id],
      name: `长河灯火${id}`,
      director: '导演',
      start_date_at: day(10),
      end_date_at: day(200),
      creator_id: CREATOR_OF[id],
      expire_at: later().slice(0, 10),
      created_at: MADE_AT,
      deleted_at: id === 4 ? new Date().toISOString() : null,
    })),
    project_members: [
      { project_id: 1, user_id: 2 },
      { project_id: 2, user_id: 2 },
      { project_id: 3, user_id: 5 },
    ],
    project_numbers: PROJECTS.flatMap((project_id) => [
      { project_id, kind: 'cost_execution', value: 500 },
      { project_id, kind: 'imprest', value: 200 },
    ]),
    sessions: times(6, (n) => ({
      code: `session-${n}`,
      token_hash: bytes(n),
      user_id: n % 2 ? 1 : 4,
      project_id: n % 2 ? 1 : null,
      created_at: MADE_AT,
      seen_at: MADE_AT,
      ended_at: n > 4 ? MADE_AT : null,
      end_reason: n > 4 ? 'ended' : null,
    })),
    captchas: times(3, (n) => ({ token_hash: bytes(n), answer: 'K3P7', expires_at: later() })),
    attempts: times(5, (n) => ({ kind: n % 2 ? 'login' : 'password', subject: '127.0.0.1', at: MADE_AT })),
    idempotency_keys: times(4, (n) => ({
      user_id: 1,
      key: `key-${n}`,
      route: 'POST /cost_executions',
      body_hash: bytes(n),
      answer: { code: 0 },
      created_at: MADE_AT,
    })),
    notifications: PROJECTS.flatMap((project) =>
      times(2, (n) => ({
        code: `notice-${project}-${n}`,
        company_id: COMPANY_OF[project],
        user_id: CREATOR_OF[project],
        project_id: n === 1 ? project : null,
        kind: n === 1 ? 'waiting' : 'returned',
        title: '付款申请待审批',
        text: `SQ000${n}`,
        path: '/approve',
        about: `payment_request SQ000${n}`,
        created_at: MADE_AT,
        read_at: n === 1 ? null : MADE_AT,
      })),
    ),
    audit_logs: PROJECTS.flatMap((project) =>
      times(30, (n) => ({
        id: idIn(project, n),
        company_id: COMPANY_OF[project],
        project_id: n % 3 ? project : null,
        created_at: MADE_AT,
        user_id: n % 5 ? CREATOR_OF[project] : null,
        user_name: n % 5 ? '管理员' : '运营人员',
        action: n % 2 ? 'create' : 'update',
        resource: ['contract', 'subject', 'cost_execution'][n % 3],
        code: `contract-${(n % 8) + 1}`,
        label: `第${n}号`,
        address: '127.0.0.1',
        request_id: `r-${n}`,
        before: n % 2 ? null : { remark: '旧' },
        after: { remark: '新' },
      })),
    ),
    ...orderRows(),
  }
}

function orderRows(): Rows {
  const order = {
    creator_id: 1,
    company_id: 1,
    project_quantity: 2,
    price: 100_00,
    discount_amount: 0,
    amount: 200_00,
  }
  const online = {
    ...order,
    payment_type: 'alipay',
    sandbox: true,
    qrcode_url: '/cashier/x',
    qrcode_until: later(),
  }
  const transfer = {
    ...order,
    payment_type: 'transfer',
    sandbox: false,
    collection_subject: '收款公司',
    collection_bank_account: '1100',
    collection_bank_name: '某某银行',
  }
  const at = { owned_count: 3, created_at: MADE_AT }
  return {
    orders: [
      { ...online, ...at, id: 1, code: 'order-1', status: 0 },
      { ...transfer, ...at, id: 2, code: 'order-2', status: 1, payment_code: 'K2', paid_at: MADE_AT },
      { ...transfer, ...at, id: 3, code: 'order-3', status: 2, payment_code: 'K3', cancelled_at: MADE_AT },
    ],
    order_payments: [
      {
        id: 1,
        provider: 'transfer',
        transaction_id: 't-1',
        order_code: 'order-2',
        order_id: 2,
        amount: 200_00,
        paid_at: MADE_AT,
        received_at: MADE_AT,
      },
      {
        id: 2,
        provider: 'transfer',
        transaction_id: 't-2',
        order_code: 'order-3',
        order_id: 3,
        amount: 200_00,
        paid_at: MADE_AT,
        received_at: MADE_AT,
        ...unapplied('cancelled'),
      },
      {
        id: 3,
        provider: 'alipay',
        transaction_id: 't-3',
        order_code: 'nowhere',
        order_id: null,
        amount: 1,
        paid_at: MADE_AT,
        received_at: MADE_AT,
        ...unapplied('unknown'),
      },
    ],
  }
}
