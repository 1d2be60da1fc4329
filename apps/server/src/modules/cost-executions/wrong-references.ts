import { MAX_LINES, type PaymentLine, paymentLine } from '@pianzhang/contract/cost-executions'
import type { FieldError } from '@pianzhang/contract/errors'
import type { Tx } from '../../platform/database.ts'
import type { ProjectContext } from '../../platform/route.ts'
import { findReferences } from './references.ts'
import { resolveLine } from './rules.ts'

/** The fields that refer to something; what stands in them when they cannot be read. */
const NOTHING = {
  subject_three_code: '',
  pay_category_id: '',
  contract_code: null,
  check_invoice_code: null,
  voucher_attachment_codes: [],
} satisfies Partial<PaymentLine>
type Reference = keyof typeof NOTHING

/**
 * What a body that its schema refuses refers to in vain: so that every wrong field is named at once. `code`: of the payment that is
 * edited. Fields that the schema refuses are left to it.
 */
export async function wrongReferences(
  tx: Tx,
  context: ProjectContext,
  body: unknown,
  code: string | null,
): Promise<FieldError[]> {
  const given = (body as { cost_execution_details?: unknown } | null)?.cost_execution_details
  if (!Array.isArray(given) || given.length > MAX_LINES) return []
  const lines = given.map(readReferences)
  const found = await findReferences(
    tx,
    context.project.id,
    lines.map((line) => line.detail),
  )
  return lines.flatMap(({ detail, readable }, index) =>
    resolveLine(detail, found, code)
      .problems.filter(({ field }) => readable.has(field))
      .map(({ field, message }) => ({ field: `cost_execution_details[${index}].${field}`, message })),
  )
}

/** A line with the references that can be read; the rest is filled in and never looked at. */
function readReferences(line: unknown): { detail: PaymentLine; readable: ReadonlySet<string> } {
  const readable = new Set<string>()
  const references: Record<string, unknown> = { ...NOTHING }
  for (const field of Object.keys(NOTHING) as Reference[]) {
    const parsed = paymentLine.shape[field].safeParse((line as Record<string, unknown> | null)?.[field])
    if (!parsed.success) continue
    references[field] = parsed.data
    readable.add(field)
  }
  const rest = {
    code: null,
    pay_channel: '1',
    voucher_category: null,
    face_tax_rate: null,
    pay_amount: 0n,
    remark: '',
  } as const
  return { detail: { ...rest, ...(references as Pick<PaymentLine, Reference>) }, readable }
}
