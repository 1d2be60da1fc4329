import { MAX_FEN } from '@pianzhang/contract/money'
import { MAX_LINES, type PaymentLine, type PaymentLineField, paymentLine } from '@pianzhang/contract/payments'
import type { SheetCell } from '@pianzhang/xlsx'
import type { Shares } from '../../../base/invoices/allocate.ts'
import { readText } from '../../../platform/sheet-import/cells.ts'
import type { CheckedRow, RowRules } from '../../../platform/sheet-import/check.ts'
import { keysOf } from '../../../platform/sheet-import/columns.ts'
import { type ChangedCell, FieldReader, type Mistake } from '../../../platform/sheet-import/fields.ts'
import type { NewPayment } from '../rule.ts'
import { type References, type ResolvedLine, refunds, resolveLine, sharesOf } from '../rules.ts'
import {
  HEADER,
  headerShape,
  LINE,
  PAYEE,
  type PaymentColumn,
  type PaymentHeader,
  type SheetLookups,
} from './columns.ts'

/** A valid row: its payment's ordinal in the file (from 1), its position in the payment, and what is written. */
export interface PaymentRow {
  ordinal: number
  position: number
  /** The row's 付款序号; in a file that the export wrote, the payment's number. */
  sequence: string
  header: PaymentHeader
  payee_id: bigint | null
  line: ResolvedLine
}

/** The project's records. `lookups`: codes by the words of the spreadsheet; `references`: records by code; `payees`: ids by code. */
export interface ProjectData {
  lookups: SheetLookups
  references: References
  payees: ReadonlyMap<string, bigint>
}

interface Group {
  ordinal: number
  /** The row that defines the payment's columns. */
  first: number
  header: PaymentHeader
  payee_code: string | null
  lines: number
  total: bigint
}

type ReadHeader = PaymentHeader & { payee_code: string | null }
type PaymentMistake = Mistake<PaymentColumn>

/**
 * Rows with the same 付款序号 are lines of one payment, anywhere in the file. Holds in memory one entry per payment and
 * one per invoice.
 */
export class PaymentSheetRules implements RowRules<PaymentColumn, PaymentRow> {
  readonly #groups = new Map<string, Group>()
  readonly #references: References
  readonly #shares: Shares
  /** The last row that refunds an invoice, by the invoice's id: a refund larger than what was used is reported there. */
  readonly #refunds = new Map<bigint, number>()
  readonly #payees: ReadonlyMap<string, bigint>
  readonly #header
  readonly #line
  readonly #faultOf: (payment: NewPayment) => string | null

  /** `faultOf`: why a payment may not be created; null: it may. */
  constructor({ lookups, references, payees }: ProjectData, faultOf: (payment: NewPayment) => string | null) {
    this.#faultOf = faultOf
    this.#references = references
    this.#shares = sharesOf(references, null)
    this.#payees = payees
    this.#header = new FieldReader({ ...HEADER, ...PAYEE }, headerShape, lookups)
    this.#line = new FieldReader(LINE, paymentLine.shape, lookups)
  }

  get records(): number {
    return this.#groups.size
  }

  check(
    row: number,
    cellOf: (key: PaymentColumn) => SheetCell | undefined,
  ): CheckedRow<PaymentColumn, PaymentRow> {
    const mistakes: PaymentMistake[] = []
    const wrong = (key: PaymentColumn, message: string) => void mistakes.push({ key, message })
    const sequence = readText(cellOf('sequence'), (message) => wrong('sequence', message))
    if (sequence === '' && mistakes.length === 0) wrong('sequence', '请输入付款序号')
    const changed: ChangedCell<PaymentColumn>[] = []
    const change = (key: PaymentColumn, as: string) => void changed.push({ key, as })
    const own = this.#header.read(cellOf, wrong, change).complete
    const fields = this.#line.read(cellOf, wrong, change).complete
    const detail: PaymentLine | undefined = fields && {
      code: null,
      instalment_code: null,
      check_invoice_code: null,
      voucher_attachment_codes: [],
      ...fields,
    }
    // A row with other mistakes is grouped, too: it belongs to its payment, and later rows are compared with it.
    const group = sequence !== '' && own ? this.#group(sequence, row, own) : undefined
    if (group && own) mistakes.push(...differences(group, own))
    const line = detail && this.#resolve(detail, mistakes)
    for (const id of refunds(line?.uses ?? [])) this.#refunds.set(id, row)
    if (group && detail) {
      group.lines += 1
      group.total += detail.pay_amount
      if (group.lines > MAX_LINES) wrong('sequence', `一笔付款最多${MAX_LINES}条明细`)
      if (group.total > MAX_FEN || group.total < -MAX_FEN) wrong('pay_amount', '付款总额超出范围')
    }
    return {
      row:
        mistakes.length === 0 && group && line
          ? {
              ordinal: group.ordinal,
              position: group.lines,
              sequence,
              header: group.header,
              payee_id: this.#payees.get(group.payee_code ?? '') ?? null,
              line,
            }
          : null,
      mistakes,
      changed,
      day: own?.pay_at ?? null,
      amount: detail?.pay_amount ?? null,
    }
  }

  end(): { line: number; mistakes: PaymentMistake[] }[] {
    const faults = [...this.#shares.refundFaults()].map(([id, message]) => ({
      line: this.#refunds.get(id) ?? 0,
      mistakes: [{ key: columnOf('invoices'), message }],
    }))
    const refused = [...this.#groups.values()].flatMap(({ first, header, total }) => {
      const message = this.#faultOf({ pay_at: header.pay_at, total })
      return message === null ? [] : [{ line: first, mistakes: [{ key: 'pay_amount' as const, message }] }]
    })
    return [...faults, ...refused]
  }

  /** Resolves the row's references. */
  #resolve(detail: PaymentLine, mistakes: PaymentMistake[]): ResolvedLine {
    const { resolved, problems } = resolveLine(detail, this.#references, this.#shares)
    mistakes.push(...problems.map(({ field, message }) => ({ key: columnOf(field), message })))
    return resolved
  }

  #group(sequence: string, line: number, { payee_code, ...header }: ReadHeader): Group {
    let group = this.#groups.get(sequence)
    if (!group) {
      group = { ordinal: this.#groups.size + 1, first: line, header, payee_code, lines: 0, total: 0n }
      this.#groups.set(sequence, group)
    }
    return group
  }
}

/** The column that is read into a field of a line, of which `invoices[1].amount` is a part. */
const columnOf = (field: string): PaymentLineField | null =>
  keysOf(LINE).find((key) => key === field.split('[')[0]) ?? null

/** The payment's columns must be equal in all its rows. */
function differences(group: Group, header: ReadHeader): PaymentMistake[] {
  const keys: PaymentColumn[] = keysOf(HEADER).filter((key) => header[key] !== group.header[key])
  if (header.payee_code !== group.payee_code) keys.push('payee_code')
  return keys.map((key) => ({ key, message: `与第${group.first}行同一付款序号的内容不一致` }))
}
