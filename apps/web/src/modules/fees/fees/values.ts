import { isDate } from '@pianzhang/contract/calendar'
import type { Fee, FeeBasis, FeeKind } from '@pianzhang/contract/fees'
import { parseField } from '@pianzhang/contract/money-field'
import type { PayeeLink } from '@pianzhang/contract/payee-link'
import { type DateText, dateFault } from '../../../ui/fields/days/dates.ts'
import { optionalAmount, typedAmount } from '../../../ui/form/rules.ts'

/** What is typed into the calculator. */
export interface Values {
  payee: PayeeLink | null
  /** Without a payee: of whom the fee is. */
  resident: boolean
  pay_at: DateText
  kind: FeeKind
  basis: FeeBasis
  amount: string
  /** Of the invoice that the payee brings; empty: none. */
  invoice_vat: string
}

export const emptyValues = (day: string): Values => ({
  payee: null,
  resident: true,
  pay_at: day,
  kind: 'labor',
  basis: 'gross',
  amount: '',
  invoice_vat: '',
})

export const valuesOf = ({
  payee,
  resident,
  pay_at,
  kind,
  basis,
  gross_yuan,
  net_yuan,
  invoice_vat_yuan,
}: Fee): Values => ({
  payee,
  resident,
  pay_at,
  kind,
  basis,
  amount: basis === 'net' ? net_yuan : gross_yuan,
  invoice_vat: invoice_vat_yuan === '0.00' ? '' : invoice_vat_yuan,
})

/** The next fee: the same day and kind of another person. */
export const nextValues = (values: Values): Values => ({
  ...values,
  payee: null,
  amount: '',
  invoice_vat: '',
})

/** The body that computes these values; null: they are not complete yet. `code`: the record that is edited. */
export function calculateBodyOf(values: Values, code: string | undefined) {
  const { payee, resident, pay_at, kind, basis, amount, invoice_vat } = values
  const { fen } = parseField(amount)
  if (fen === undefined || fen <= 0n || !pay_at || !isDate(pay_at)) return null
  if (parseField(invoice_vat).error !== undefined && invoice_vat.trim() !== '') return null
  return {
    ...{ pay_at, kind, basis, amount: typedAmount(amount), invoice_vat: optionalAmount(invoice_vat) },
    ...(payee ? { payee_code: payee.code } : { resident }),
    ...(code !== undefined && { code }),
  }
}

/** The body that saves these values. */
export const feeBodyOf = ({ payee, pay_at, kind, basis, amount, invoice_vat }: Values) => ({
  ...{ payee_code: payee?.code ?? '', pay_at, kind, basis },
  amount: typedAmount(amount),
  invoice_vat: optionalAmount(invoice_vat),
})

export type FieldFaults = Readonly<Record<string, string | undefined>>

/** What is wrong with these values, by field, before the server is asked. */
export function faultsOf({ payee, pay_at, basis, amount, invoice_vat }: Values): FieldFaults {
  const { fen, error } = parseField(amount)
  const name = basis === 'net' ? '税后金额' : '税前金额'
  const faults = {
    payee_code: payee ? undefined : '请选择收款人',
    pay_at: pay_at ? dateFault(pay_at) : '请选择付款日期',
    amount:
      amount.trim() === ''
        ? `请输入${name}`
        : (error ?? (fen !== undefined && fen <= 0n ? `${name}须大于0` : undefined)),
    invoice_vat: invoice_vat.trim() === '' ? undefined : parseField(invoice_vat).error,
  }
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined))
}

/** Whether leaving would lose a fee: a record was changed, or one that is new is complete but for a click. */
export const isUnsaved = (values: Values, row: Fee | undefined): boolean =>
  row
    ? JSON.stringify(feeBodyOf(values)) !== JSON.stringify(feeBodyOf(valuesOf(row)))
    : values.payee !== null && values.amount.trim() !== ''
