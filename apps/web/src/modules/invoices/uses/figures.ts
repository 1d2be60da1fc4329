import type { InvoiceRow } from '@pianzhang/contract/invoices'
import { sumOf } from '../../../ui/table/sums.ts'

/** What lines use of an invoice, in yuan. */
export const usedOf = ({ uses = [] }: Pick<InvoiceRow, 'uses'>): string =>
  sumOf(uses, ({ amount_yuan }) => amount_yuan)
