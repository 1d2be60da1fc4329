import type { Payable } from '@pianzhang/contract/payables'
import { sumOf } from '../../../ui/table/sums.ts'
import { groupOf, restOf } from '../words.ts'

/** To whom instalments are paid, each by one payment or request. Two payees may have the same name. */
export const partiesOf = (rows: readonly Payable[]) =>
  [...Map.groupBy(rows, groupOf)].map(([key, own]) => ({
    key,
    name: own[0]?.payee ?? '',
    rows: own,
    rest_yuan: sumOf(own, restOf),
  }))
