import type { ColumnType } from 'kysely'
import type { Defaulted, Id, Instant, Json } from './columns.ts'

/** Tables of companies, people, and what they share over projects. */
export interface CompanyTables {
  companies: {
    id: Id
    code: string
    name: string
    granted_count: Defaulted<number>
    buy_count: Defaulted<number>
    exists_count: Defaulted<number>
    stopped_at: Instant | null
    second_factor: Defaulted<'none' | 'approvers' | 'all'>
    created_at: Defaulted<Date>
  }
  company_features: { company_id: bigint; feature: string; is_on: boolean }
  payees: {
    id: Id
    code: string
    company_id: bigint
    name: string
    kind: number
    id_type: number | null
    id_number: Defaulted<string>
    phone: Defaulted<string>
    bank_name: Defaulted<string>
    bank_code: Defaulted<string>
    province: Defaulted<string>
    city: Defaulted<string>
    account_name: Defaulted<string>
    account: Defaulted<string>
    resident: Defaulted<boolean>
    remark: Defaulted<string>
    search: string
    account_changed_at: Instant | null
    account_changed_by: Defaulted<string>
    merged_into_id: bigint | null
    creator_id: bigint
    version: Defaulted<number>
    created_at: Instant
    updated_at: Instant
  }
  payee_account_changes: {
    id: Id
    company_id: bigint
    payee_id: bigint
    field: 'account' | 'account_name' | 'bank_name'
    before: string
    after: string
    user_id: bigint
    user_name: string
    changed_at: Instant
  }
  notifications: {
    id: Id
    code: string
    company_id: bigint
    user_id: bigint
    project_id: bigint | null
    kind: string
    title: string
    text: string
    path: string
    about: string
    created_at: Instant
    read_at: Instant | null
  }
  transfer_formats: {
    id: Id
    bank: string
    version: string
    holds_from: string
    content: Json
    created_at: Instant
  }
  fee_rates: {
    id: Id
    kind: 'labor' | 'nonresident' | 'script' | 'script_vat' | 'vat'
    holds_from: string
    content: Json
    created_at: Instant
  }
  fee_settings: {
    company_id: bigint
    vat: 'invoice' | 'withhold' | null
    surcharge: number
    version: Defaulted<number>
    updated_at: Instant
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
    /** When a password that must be changed ends. */
    password_expires_at: Instant | null
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
    purge_after: Instant | null
    purging_at: Instant | null
    purged_at: Instant | null
  }
  jobs: {
    name: string
    holder: string | null
    lease_until: Instant | null
    started_at: Instant | null
    ended_at: Instant | null
    failures: Defaulted<number>
    /** Why it failed last; empty after a success. */
    failure: Defaulted<string>
  }
  backups: {
    id: Id
    content: 'all' | 'rows'
    target: string
    started_at: Instant
    ended_at: Instant | null
    made_at: Instant | null
    row_count: bigint | null
    file_count: bigint | null
    lacking: number | null
    byte_count: bigint | null
    failure: Defaulted<string>
    verified_at: Instant | null
    verified: Defaulted<string>
    alive_at: Instant | null
    copy_started_at: Instant | null
    copied_at: Instant | null
    copy_failure: Defaulted<string>
  }
  sizes: { day: string; database_bytes: bigint; file_bytes: bigint; file_count: bigint }
  project_members: { project_id: bigint; user_id: bigint }
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
    second_factor_at: Instant | null
    offered_secret: string | null
  }
  second_factors: { user_id: bigint; secret: string; last_step: bigint; created_at: Instant }
  recovery_codes: { user_id: bigint; code_hash: Buffer }
  login_challenges: { token_hash: Buffer; user_id: bigint; expires_at: Instant }
  captchas: { token_hash: Buffer; answer: string; expires_at: Instant }
  attempts: {
    id: Id
    kind: 'password' | 'old_password' | 'login' | 'captcha' | 'second_factor'
    subject: string
    at: Instant
  }
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
    number: string
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
    unapplied_reason: 'unknown' | 'cancelled' | 'amount' | 'paid' | null
    /** When and how the operator dealt with a payment that paid no order. */
    done_at: Instant | null
    done_note: Defaulted<string>
  }
  invoice_keys: { company_id: bigint; key: string; project_id: bigint; invoice_code: string }
}
