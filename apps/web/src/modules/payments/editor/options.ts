import { type Fen, fenOf } from '@pianzhang/contract/money'
import type { Payment, PaymentLineAnswer } from '@pianzhang/contract/payments'
import type { SubjectOption } from '@pianzhang/contract/subjects'
import { useMemo } from 'react'
import type { LoadState, Option } from '../../../platform/ledger/selects.ts'
import { can, useFeature, useProfile } from '../../../platform/session/session.ts'
import { including, richOption } from '../../../ui/fields/choice/richOption.ts'
import { referred } from '../../../ui/form/conflict/useSeen.ts'
import { usePayChannels, usePaymentTypes, useTaxRates, useVoucherCategories } from '../../booking/choices.ts'
import { type ContractChoice, contractOption } from '../../contract-picker/contractOption.tsx'
import { OUT, useContracts } from '../../contract-picker/selects.ts'
import { type InvoiceChoice, invoiceChoice, useInvoices } from '../../invoices/picker/choices.ts'
import { useSubjects } from '../../subjects/picker/selects.ts'
import { labels } from '../../subjects/picker/subjects.ts'

/** Options of the line fields. Memoised until a list changes, so that lines do not render again. */
export interface LineOptions {
  subjects: readonly SubjectOption[] | undefined
  /** Subjects that lines already use, even if the tree no longer has them. */
  knownSubjects: ReadonlyMap<string, { value: string; number: string; name: string }>
  subjectName: (code: string | null) => string | undefined
  channels: Option[]
  categories: Option[]
  vouchers: Option[]
  rates: readonly string[]
  contracts: ContractChoice[]
  invoices: InvoiceChoice[]
  /** Whether a line may have several invoices, and an invoice several lines: the feature `missing_invoice`. */
  several: boolean
  /** What the stored payment books on each contract and subject and uses of each invoice: part of the figures that their fields show. */
  stored: Record<'contracts' | 'subjects' | 'invoices', ReadonlyMap<string, Fen>>
  /** Load state of each list. */
  states: Record<
    'subjects' | 'channels' | 'categories' | 'vouchers' | 'rates' | 'contracts' | 'invoices',
    LoadState
  >
}

const NO_OPTIONS: Option[] = []

interface Part {
  code: string | undefined
  amount_yuan: string
}
/** The amounts that the lines of a payment book, by the code of what they are booked on. */
const bookedBy = (
  lines: readonly PaymentLineAnswer[],
  partsOf: (line: PaymentLineAnswer) => readonly Part[],
): ReadonlyMap<string, Fen> => {
  const booked = new Map<string, Fen>()
  for (const { code, amount_yuan } of lines.flatMap(partsOf))
    if (code !== undefined) booked.set(code, (booked.get(code) ?? 0n) + fenOf(amount_yuan))
  return booked
}

/** `seen`: the versions of the payment that the form has loaded; `stored`: the payment as it is stored, if the form edits one. */
export function useLineOptions(seen: readonly Payment[], stored: Payment | undefined): LineOptions {
  const profile = useProfile()
  const several = useFeature('missing_invoice')
  const subjects = useSubjects()
  const channels = usePayChannels()
  const categories = usePaymentTypes()
  const vouchers = useVoucherCategories()
  const rates = useTaxRates()
  // Without read access to contracts or invoices the line's existing ones stay and no others can be selected.
  const contracts = useContracts(OUT, can(profile, 'contract', 'read'))
  const invoices = useInvoices(stored?.code ?? '', can(profile, 'invoice', 'read'))

  return useMemo(() => {
    const lines = seen.flatMap((payment) => payment.cost_execution_details)
    const names = labels(subjects.items ?? [])
    const knownSubjects = new Map(
      referred(lines, (line) => ({
        value: line.subject_three_code,
        number: line.subject_three_out_code,
        name: line.subject_three_name,
      })).map((subject) => [subject.value, subject]),
    )
    const knownContracts = referred(
      lines,
      ({ contract }) => contract && richOption(contract.code, contract.out_code, ''),
    )
    const knownInvoices = referred(
      lines.flatMap(({ invoices: all }) => all),
      (invoice) => richOption(invoice.code, invoice.invoice_number, ''),
    )
    const booked = stored?.cost_execution_details ?? []
    return {
      subjects: subjects.items,
      knownSubjects,
      subjectName: (code) => (code ? (names.get(code)?.name ?? knownSubjects.get(code)?.name) : undefined),
      channels: channels.items ?? NO_OPTIONS,
      categories: categories.items ?? NO_OPTIONS,
      vouchers: vouchers.items ?? NO_OPTIONS,
      rates: (rates.items ?? NO_OPTIONS).map((one) => one.value),
      stored: {
        contracts: bookedBy(booked, ({ contract, pay_amount_yuan: amount_yuan }) => [
          { code: contract?.code, amount_yuan },
        ]),
        subjects: bookedBy(booked, ({ subject_three_code: code, pay_amount_yuan: amount_yuan }) => [
          { code, amount_yuan },
        ]),
        invoices: bookedBy(booked, (line) => line.invoices),
      },
      several,
      contracts: including<ContractChoice>((contracts.items ?? []).map(contractOption), knownContracts),
      invoices: including<InvoiceChoice>((invoices.items ?? []).map(invoiceChoice), knownInvoices),
      states: {
        subjects: subjects.state,
        channels: channels.state,
        categories: categories.state,
        vouchers: vouchers.state,
        rates: rates.state,
        contracts: contracts.state,
        invoices: invoices.state,
      },
    }
  }, [seen, stored, subjects, channels, categories, vouchers, rates, contracts, invoices, several])
}
