import type { Calculation, Fee, FeeKind, TaxSetting } from '@pianzhang/contract/fees'
import { VAT_MODES } from '@pianzhang/contract/fees'
import { labelOf } from '@pianzhang/contract/lists'
import { formatYuan } from '@pianzhang/contract/money'

/** Names a fee: 何川 2026-11-05 劳务报酬. */
export const feeName = ({
  payee,
  pay_at,
  kind_i18n,
}: Pick<Fee, 'pay_at' | 'kind_i18n'> & { payee: { name: string } }): string =>
  `${payee.name} ${pay_at} ${kind_i18n}`

export function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return `${month}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}`
}

/** What the VAT of a fee depends on. */
interface Taxed {
  kind: FeeKind
  /** On which it is paid. */
  day: string
}

/** Whether the law makes the payer withhold the VAT of this fee. */
function isWithheld({ asked_from }: TaxSetting, { kind, day }: Taxed): boolean {
  const from = asked_from[kind]
  return from !== null && day >= from
}

/** Whether the company has to choose how it sees to VAT before this fee can be computed. */
export const mustChoose = (setting: TaxSetting, fee: Taxed): boolean =>
  setting.vat === null && isWithheld(setting, fee)

/** How VAT of this fee is seen to. */
export function vatText(setting: TaxSetting | undefined, fee: Taxed): string {
  if (!setting) return '…'
  if (!isWithheld(setting, fee)) return '不代扣'
  if (setting.vat === null) return '未设置'
  const mode = labelOf(VAT_MODES, setting.vat)
  return setting.vat === 'withhold' ? `${mode}，附加 ${setting.surcharge}%` : mode
}

/** Whether the payee brings an invoice for this fee: the fee is typed without its VAT, which is paid with it. */
export const bringsInvoice = (setting: TaxSetting, fee: Taxed): boolean =>
  setting.vat === 'invoice' && isWithheld(setting, fee)

/** Of whom a fee is, and what the month had before it: 居民 · 2026-11 本项目第 2 笔，当月已扣 440.00. */
export const beforeText = ({
  month,
  resident,
  before: { count, tax_yuan },
}: Pick<Calculation, 'month' | 'resident' | 'before'>): string =>
  [
    resident ? '居民' : '非居民',
    `${month} 本项目${count === 0 ? '首笔' : `第 ${count + 1} 笔`}，当月已扣 ${formatYuan(tax_yuan)}`,
  ].join(' · ')

/** Why a fee cannot be deleted; undefined: it can. */
export const undeletable = ({ can, locked, payment }: Fee): string | undefined =>
  can.delete
    ? undefined
    : locked || (payment ? `已登记付款 ${payment.payment_code}，请先删除该付款，或取消关联` : '没有删除权限')
