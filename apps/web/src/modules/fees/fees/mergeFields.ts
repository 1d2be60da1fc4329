import { FEE_BASES, FEE_KINDS } from '@pianzhang/contract/fees'
import { optionsOf } from '../../../platform/ledger/selects.ts'
import { mergeFields } from '../../../ui/form/conflict/fields.ts'
import type { MergeField } from '../../../ui/form/conflict/merge.ts'
import type { Values } from './values.ts'

export const KINDS = optionsOf(FEE_KINDS)

const merge = mergeFields<Values>()
const PAYEE: MergeField<Values, 'payee'> = {
  names: ['payee'],
  label: '收款人',
  canonical: ({ payee }) => payee?.code ?? '',
  text: ({ payee }) => payee?.name ?? '',
}
/** How two edits of one fee are merged. `resident` is the payee's. */
export const FIELDS = merge.all(
  [
    PAYEE,
    merge.text('pay_at', '付款日期'),
    merge.choice('kind', '所得项目', KINDS),
    merge.choice('basis', '计算方式', optionsOf(FEE_BASES)),
    merge.amount('amount', '金额'),
    merge.amount('invoice_vat', '发票增值税'),
  ],
  { resident: 'own' },
)
