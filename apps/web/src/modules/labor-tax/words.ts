import type { Calculation, LaborTax, TaxSetting } from '@pianzhang/contract/labor-tax'
import { VAT_MODES } from '@pianzhang/contract/labor-tax'
import { labelOf } from '@pianzhang/contract/lists'
import { formatYuan } from '@pianzhang/contract/money'

/** Names a fee: 何川 2026-11-05 劳务报酬. */
export const feeName = ({
  payee,
  pay_at,
  kind_i18n,
}: Pick<LaborTax, 'pay_at' | 'kind_i18n'> & { payee: { name: string } }): string =>
  `${payee.name} ${pay_at} ${kind_i18n}`

export function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return `${month}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}`
}

/** Whether the company has to choose how it sees to VAT before a fee of this day can be computed. */
export const mustChoose = ({ vat, asked_from }: TaxSetting, day: string): boolean =>
  vat === null && asked_from !== null && day >= asked_from

/** How VAT of a fee of this day is seen to. */
export function vatText(setting: TaxSetting | undefined, day: string): string {
  if (!setting) return '…'
  if (setting.asked_from === null || day < setting.asked_from) return '不代扣'
  if (setting.vat === null) return '未设置'
  const mode = labelOf(VAT_MODES, setting.vat)
  return setting.vat === 'withhold' ? `${mode}，附加 ${setting.surcharge}%` : mode
}

/** Whether the payee brings an invoice for a fee of this day and pays its VAT: then the fee is typed without it. */
export const bringsInvoice = ({ vat, asked_from }: TaxSetting, day: string): boolean =>
  vat === 'invoice' && asked_from !== null && day >= asked_from

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
export const undeletable = ({ can, locked, payment }: LaborTax): string | undefined =>
  can.delete
    ? undefined
    : locked || (payment ? `已登记付款 ${payment.payment_code}，请先删除该付款，或取消关联` : '没有删除权限')
