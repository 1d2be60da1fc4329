import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** The tables for Kysely; they are defined in `migrations/`. bigint = int8, string = text or a date `YYYY-MM-DD`. */
type Instant = ColumnType<Date, Date, Date>
type Defaulted<T> = ColumnType<T, T | undefined, T>
type Id = Generated<bigint>
type Json = JSONColumnType<Record<string, unknown>, string, string>

export interface Database {
  companies: {
    id: Id
    code: string
    name: string
    granted_count: Defaulted<number>
    buy_count: Defaulted<number>
    exists_count: Defaulted<number>
    stopped_at: Instant | null
    created_at: Defaulted<Date>
  }
  roles: {
    id: Id
    code: string
    company_id: bigint
    name: string
    description: Defaulted<string>
    enabled: Defaulted<boolean>
    version: Defaulted<number>
    created_at: Defaulted<Date>
  }
  role_permissions: { role_id: bigint; model: string; code: string; actions: string[] }
  users: {
    id: Id
    code: string
    company_id: bigint
    name: string
    post: Defaulted<string>
    phone: string
    password_hash: string
    must_change_password: Defaulted<boolean>
    disabled: Defaulted<boolean>
    is_super: Defaulted<boolean>
    role_id: bigint | null
    preferences: ColumnType<Record<string, unknown>, string | undefined, string>
    creator_id: bigint | null
    version: Defaulted<number>
    created_at: Defaulted<Date>
    deleted_at: Instant | null
  }
  projects: {
    id: Id
    code: string
    company_id: bigint
    name: string
    director: Defaulted<string>
    main_character: Defaulted<string>
    description: Defaulted<string>
    start_date_at: string | null
    end_date_at: string | null
    creator_id: bigint
    version: Defaulted<number>
    created_at: Defaulted<Date>
    expire_at: string
    archive_at: Instant | null
    deleted_at: Instant | null
  }
  project_members: { project_id: bigint; user_id: bigint }
  project_numbers: { project_id: bigint; kind: string; value: bigint }
  sessions: {
    id: Id
    code: string
    token_hash: Buffer
    user_id: bigint
    project_id: bigint | null
    created_at: Instant
    seen_at: Instant
    address: Defaulted<string>
    agent: Defaulted<string>
    ended_at: Instant | null
    end_reason: 'logout' | 'ended' | null
  }
  captchas: { token_hash: Buffer; answer: string; expires_at: Instant }
  attempts: { id: Id; kind: 'password' | 'old_password' | 'login' | 'captcha'; subject: string; at: Instant }
  idempotency_keys: {
    user_id: bigint
    key: string
    route: string
    body_hash: Buffer
    answer: ColumnType<unknown, string | null, string | null>
    created_at: Instant
  }
  audit_logs: {
    id: Id
    company_id: bigint
    project_id: bigint | null
    created_at: Instant
    user_id: bigint | null
    user_name: string
    action: string
    resource: string
    code: string
    label: string
    address: string
    request_id: string
    before: Json | null
    after: Json | null
  }
  orders: {
    id: Id
    code: string
    company_id: bigint
    creator_id: bigint
    status: Defaulted<number>
    payment_type: 'alipay' | 'wechat_pay' | 'transfer'
    sandbox: boolean
    project_quantity: number
    price: bigint
    discount_amount: bigint
    amount: bigint
    owned_count: number
    qrcode_url: string | null
    qrcode_until: Instant | null
    asked_at: Instant | null
    collection_subject: string | null
    collection_bank_account: string | null
    collection_bank_name: string | null
    payment_code: string | null
    created_at: Instant
    paid_at: Instant | null
    cancelled_at: Instant | null
  }
  order_payments: {
    id: Id
    provider: 'alipay' | 'wechat_pay' | 'transfer' | 'sandbox'
    transaction_id: string
    order_code: string
    order_id: bigint | null
    amount: bigint
    paid_at: Instant
    received_at: Instant
    kept_reason: 'unknown' | 'cancelled' | 'amount' | 'paid' | null
  }
  subjects: {
    project_id: bigint
    id: Id
    code: string
    category: number
    out_code: string
    name: string
    parent_id: bigint | null
    one_id: bigint
    two_id: bigint | null
    created_at: Defaulted<Date>
  }
  pay_categories: {
    project_id: bigint
    id: Id
    name: string
    version: Defaulted<number>
    updated_at: Instant
  }
  investment_categories: {
    project_id: bigint
    id: Id
    name: string
    version: Defaulted<number>
    updated_at: Instant
  }
  attachments: {
    project_id: bigint
    id: Id
    code: string
    file_name: string
    file_size: bigint
    kind: 'png' | 'jpg' | 'xlsx' | 'pdf' | 'ofd' | 'xml' | 'zip'
    storage_key: string
    has_thumb: boolean
    creator_id: bigint
    token_id: string
    created_at: Instant
    unlinked_at: Instant | null
  }
  contracts: {
    project_id: bigint
    id: Id
    code: string
    out_code: string
    customer: string
    id_number: Defaulted<string>
    sign_at: string | null
    category: number
    amount: bigint
    income_bank_name: Defaulted<string>
    income_bankcard_username: Defaulted<string>
    income_bankcard_account: Defaulted<string>
    remark: Defaulted<string>
    creator_id: bigint
    import_id: bigint | null
    version: Defaulted<number>
    created_at: Instant
    updated_at: Instant
  }
  contract_attachments: {
    project_id: bigint
    contract_id: bigint
    attachment_id: bigint
    position: number
  }
  contract_supplements: {
    project_id: bigint
    contract_id: bigint
    main_id: bigint
    is_supplement: Defaulted<boolean>
    of_supplement: Defaulted<boolean>
  }
  invoices: {
    project_id: bigint
    id: Id
    code: string
    status: Defaulted<number>
    reason: Defaulted<string>
    invoice_type: Defaulted<string>
    invoice_code: Defaulted<string>
    invoice_number: Defaulted<string>
    billing_date: string | null
    total_amount: bigint | null
    amount_without_tax: bigint | null
    check_code: Defaulted<string>
    seller_tax_no: Defaulted<string>
    seller_name: Defaulted<string>
    creator_id: bigint
    version: Defaulted<number>
    created_at: Instant
    tax_amount: bigint | null
    buyer_name: Defaulted<string>
    buyer_tax_no: Defaulted<string>
    items: ColumnType<unknown, string | undefined, string>
    coded: Defaulted<string>
    twin_project_id: bigint | null
    twin_code: string | null
    checked_on: string | null
    checks: Defaulted<number>
  }
  invoice_files: {
    project_id: bigint
    invoice_id: bigint
    attachment_id: bigint
    position: number
    sha256: string | null
  }
  invoice_keys: { company_id: bigint; key: string; project_id: bigint; invoice_code: string }
  cost_budgets: {
    project_id: bigint
    id: Id
    code: string
    subject_id: bigint
    unit_price: bigint
    quantity: bigint
    amount: bigint
    unit: Defaulted<string>
    remark: Defaulted<string>
    creator_id: bigint
    import_id: bigint | null
    version: Defaulted<number>
    created_at: Instant
    updated_at: Instant
  }
  cost_budget_episodes: { project_id: bigint; episodes: number | null; version: number }
  cost_executions: {
    project_id: bigint
    id: Id
    code: string
    pay_at: string
    payer: string
    post: Defaulted<string>
    summary: Defaulted<string>
    pay_amount: bigint
    creator_id: bigint
    import_id: bigint | null
    version: Defaulted<number>
    created_at: Instant
    updated_at: Instant
  }
  cost_execution_details: {
    project_id: bigint
    id: Id
    code: string
    cost_execution_id: bigint
    position: number
    subject_id: bigint
    pay_channel: number
    pay_category_id: bigint | null
    voucher_category: number | null
    face_tax_rate: string | null
    contract_id: bigint | null
    invoice_id: bigint | null
    pay_amount: bigint
    remark: Defaulted<string>
  }
  cost_execution_detail_attachments: {
    project_id: bigint
    detail_id: bigint
    attachment_id: bigint
    position: number
  }
  contract_cautions: {
    project_id: bigint
    id: Id
    code: string
    contract_id: bigint
    category: number
    mode: number | null
    judge_date: number | null
    start_at: string
    end_at: string
    remark: Defaulted<string>
    creator_id: bigint
    version: Defaulted<number>
    created_at: Instant
    updated_at: Instant
  }
  investment_budgets: {
    project_id: bigint
    id: Id
    code: string
    investor: string
    amount: bigint
    /** In hundredths. */
    variate: Defaulted<bigint>
    creator_id: bigint
    version: Defaulted<number>
    created_at: Instant
    updated_at: Instant
  }
  investment_executions: {
    project_id: bigint
    id: Id
    code: string
    investment_at: string
    investor: string
    investment_category_id: bigint
    amount: bigint
    contract_id: bigint | null
    description: Defaulted<string>
    creator_id: bigint
    import_id: bigint | null
    version: Defaulted<number>
    created_at: Instant
    updated_at: Instant
  }
  imprests: {
    project_id: bigint
    id: Id
    code: string
    pay_at: string
    payer: string
    post: Defaulted<string>
    summary: Defaulted<string>
    subject_id: bigint
    pay_channel: number
    voucher_category: number | null
    face_tax_rate: string | null
    contract_id: bigint | null
    pay_amount: bigint
    remark: Defaulted<string>
    write_off_id: bigint | null
    creator_id: bigint
    import_id: bigint | null
    version: Defaulted<number>
    created_at: Instant
    updated_at: Instant
  }
  imprest_attachments: {
    project_id: bigint
    imprest_id: bigint
    attachment_id: bigint
    position: number
  }
  imprest_amounts: { project_id: bigint; amount: bigint; version: Defaulted<number>; updated_at: Instant }
  imprest_payments: { project_id: bigint; imprest_id: bigint; cost_execution_id: bigint }
  imprest_write_offs: {
    project_id: bigint
    id: Id
    code: string
    total_quantity: number
    succeeded_quantity: number
    amount: bigint
    creator_id: bigint
    created_at: Instant
  }
  imports: {
    project_id: bigint
    id: Id
    code: string
    resource: string
    attachment_id: bigint
    total: number
    creator_id: bigint
    created_at: Instant
  }
}
