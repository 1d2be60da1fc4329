import type { Defaulted, Id, Instant, Json } from './columns.ts'

/** `from` in fen. */
interface StoredBand {
  from: string
  steps: string[][]
}
interface StoredStep {
  codes: string[]
  names: string[]
}

/** Tables of a project that only features write, which a company may have switched off. */
export interface FeatureTables {
  invoice_titles: {
    project_id: bigint
    name: string
    tax_no: string
    address: string
    phone: string
    bank: string
    account: string
    version: Defaulted<number>
    updated_at: Instant
  }
  cost_estimates: {
    project_id: bigint
    subject_id: bigint
    mode: 'auto' | 'etc' | 'efc'
    amount: bigint | null
    remark: Defaulted<string>
    base: bigint
    creator_id: bigint
    import_id: bigint | null
    version: Defaulted<number>
    created_at: Instant
    updated_at: Instant
  }
  cost_reports: {
    project_id: bigint
    id: Id
    code: string
    no: number
    as_of: string
    issuer_id: bigint | null
    issued_at: Instant
  }
  cost_report_rows: {
    project_id: bigint
    report_id: bigint
    position: number
    subject_id: bigint | null
    original: bigint | null
    budget: bigint
    period: bigint
    spent: bigint
    committed: bigint
    etc: bigint
    mode: 'auto' | 'etc' | 'efc'
    remark: Defaulted<string>
  }
  shooting_days: { project_id: bigint; day: string; day_no: number; remark: Defaulted<string> }
  shooting_plans: { project_id: bigint; version: number }
  budget_versions: {
    project_id: bigint
    id: Id
    code: string
    no: number
    name: string
    amount: bigint
    creator_id: bigint
    locked_at: Instant
    unlocker_id: bigint | null
    unlocked_at: Instant | null
    unlock_reason: Defaulted<string>
  }
  budget_version_rows: { project_id: bigint; version_id: bigint; subject_id: bigint; amount: bigint }
  budget_locks: { project_id: bigint; version_id: bigint | null }
  budget_moves: {
    project_id: bigint
    id: Id
    code: string
    no: number
    version_id: bigint
    from_id: bigint
    to_id: bigint
    amount: bigint
    reason: string
    moved_at: string
    from_line: bigint
    to_line: bigint
    creator_id: bigint
    created_at: Instant
  }
  transfer_batches: {
    project_id: bigint
    id: Id
    code: string
    bank: string
    format_version: string
    format: Json
    pay_account: string
    pay_account_name: string
    pay_bank_name: string
    urgent: boolean
    total: bigint
    count: number
    state: Defaulted<'exported' | 'cancelled'>
    creator_id: bigint
    made_on: string
    created_at: Instant
    cancelled_at: Instant | null
  }
  transfer_batch_payments: {
    project_id: bigint
    batch_id: bigint
    position: number
    payment_id: bigint | null
    code: string
    payee: string
    name: string
    account: string
    bank_name: string
    bank_code: string
    province: string
    city: string
    phone: string
    purpose: string
    amount: bigint
  }
  approval_rules: {
    project_id: bigint
    is_on: boolean
    self_approve: boolean
    bands: Json<StoredBand[]>
    imprest_limit: bigint | null
    version: Defaulted<number>
    updated_at: Instant
  }
  approval_deputies: {
    project_id: bigint
    user_id: bigint
    deputy_id: bigint
    start_at: string
    end_at: string
    created_at: Instant
  }
  payment_requests: {
    project_id: bigint
    id: Id
    code: string
    state: 'approved' | 'draft' | 'pending' | 'rejected' | 'withdrawn'
    body: Json
    sent_back: Json | null
    total: bigint
    pay_at: string
    payer: string
    summary: string
    payee_id: bigint | null
    steps: Json<StoredStep[]>
    step: Defaulted<number>
    waits: Defaulted<string[]>
    blocked: Defaulted<bigint[]>
    payment_id: bigint | null
    payment_code: Defaulted<string>
    creator_id: bigint
    version: Defaulted<number>
    payee_version: Defaulted<number>
    created_at: Instant
    updated_at: Instant
    submitted_at: Instant | null
    decided_at: Instant | null
    /** These four are generated of the body. */
    post: Defaulted<string>
    line_count: Defaulted<number>
    amounts: Defaulted<Json>
    invoice_codes: Defaulted<string[]>
  }
  payment_request_acts: {
    project_id: bigint
    id: Id
    request_id: bigint
    step: number
    act: 'approve' | 'reject' | 'submit' | 'withdraw'
    user_id: bigint
    for_id: bigint | null
    reason: Defaulted<string>
    at: Instant
    account_end: string | null
    account_digest: string | null
  }
  payment_request_attachments: {
    project_id: bigint
    request_id: bigint
    attachment_id: bigint
    position: number
  }
  fees: {
    project_id: bigint
    id: Id
    code: string
    payee_id: bigint
    month: string
    pay_at: string
    kind: 'labor' | 'script'
    resident: boolean
    basis: 'gross' | 'net'
    vat_withheld: boolean
    gross: bigint
    vat: bigint
    surcharge: bigint
    taxable: bigint
    tax: bigint
    net: bigint
    invoice_vat: Defaulted<bigint>
    line_id: bigint | null
    remitted_line_id: bigint | null
    remark: Defaulted<string>
    creator_id: bigint
    version: Defaulted<number>
    created_at: Instant
    updated_at: Instant
  }
  contract_instalments: {
    project_id: bigint
    id: Id
    code: string
    contract_id: bigint
    seq: number
    title: string
    kind: 'date' | 'milestone'
    due_at: string | null
    reached_at: Instant | null
    percent: number | null
    amount: bigint
    subject_id: bigint | null
    pay_category_id: bigint | null
    creator_id: bigint
    version: Defaulted<number>
    created_at: Instant
    updated_at: Instant
  }
}
