import type { ColumnType } from 'kysely'
import type { Defaulted, Id, Instant } from './columns.ts'
import type { FeatureTables } from './features.ts'

/** Tables of a project: each has `project_id` in its primary key. */
export interface ProjectTables extends FeatureTables {
  project_numbers: { project_id: bigint; kind: string; value: bigint }
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
  payment_types: {
    project_id: bigint
    id: Id
    name: string
    needs_invoice: Defaulted<boolean>
    version: Defaulted<number>
    updated_at: Instant
  }
  investment_types: {
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
    unlinked_at: Defaulted<Date> | null
    sha256: string | null
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
    payee_id: bigint | null
    creator_id: bigint
    import_id: bigint | null
    version: Defaulted<number>
    created_at: Instant
    updated_at: Instant
    settled_at: Instant | null
    settled_reason: Defaulted<string>
  }
  contract_allocations: { project_id: bigint; contract_id: bigint; subject_id: bigint; amount: bigint }
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
    voided_at: Instant | null
    voider_id: bigint | null
    void_reason: Defaulted<string>
  }
  invoice_files: {
    project_id: bigint
    invoice_id: bigint
    attachment_id: bigint
    position: number
    sha256: string
    part: Defaulted<number>
    pages: Defaulted<number[]>
  }
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
  payments: {
    project_id: bigint
    id: Id
    code: string
    pay_at: string
    payer: string
    post: Defaulted<string>
    summary: Defaulted<string>
    pay_amount: bigint
    payee_id: bigint | null
    creator_id: bigint
    import_id: bigint | null
    version: Defaulted<number>
    created_at: Instant
    updated_at: Instant
  }
  payment_lines: {
    project_id: bigint
    id: Id
    code: string
    payment_id: bigint
    position: number
    subject_id: bigint
    pay_channel: number
    pay_category_id: bigint | null
    voucher_category: number | null
    face_tax_rate: string | null
    contract_id: bigint | null
    pay_amount: bigint
    remark: Defaulted<string>
    no_invoice_reason: Defaulted<string>
    instalment_id: bigint | null
  }
  invoice_uses: {
    project_id: bigint
    line_id: bigint
    invoice_id: bigint
    position: number
    amount: bigint
  }
  payment_line_attachments: {
    project_id: bigint
    line_id: bigint
    attachment_id: bigint
    position: number
  }
  contract_reminders: {
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
    import_id: bigint | null
    version: Defaulted<number>
    created_at: Instant
    updated_at: Instant
  }
  receipts: {
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
  petty_cash: {
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
  petty_cash_attachments: {
    project_id: bigint
    petty_cash_id: bigint
    attachment_id: bigint
    position: number
  }
  petty_cash_amounts: { project_id: bigint; amount: bigint; version: Defaulted<number>; updated_at: Instant }
  petty_cash_payments: { project_id: bigint; petty_cash_id: bigint; payment_id: bigint }
  write_offs: {
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
