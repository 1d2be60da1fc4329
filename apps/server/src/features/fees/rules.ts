import type { FeeBasis } from '@pianzhang/contract/fees'
import { contractFault } from '../../base/contracts/find.ts'
import { invalid } from '../../platform/http/errors.ts'
import type { FeeRow } from './load.ts'

export const ACTORS = 0
export const ACTOR_NET = '演员合同不得为税后收入合同'

/** Why a fee cannot be of a contract; undefined: it can. */
export const feeContractFault = (
  contract: { category: number } | undefined,
  basis: FeeBasis,
): string | undefined =>
  contractFault(contract, 'out') ?? (basis === 'net' && contract?.category === ACTORS ? ACTOR_NET : undefined)

/** Throws 422 for a VAT of an invoice that the fee cannot have: the company withholds it, or it is as much as the fee. */
export function refuseInvoice({
  invoice_vat,
  gross,
  vat_withheld,
}: Pick<FeeRow, 'invoice_vat' | 'gross' | 'vat_withheld'>): void {
  if (invoice_vat === 0n) return
  if (vat_withheld)
    throw invalid([{ field: 'invoice_vat', message: '该笔由本公司代扣增值税，不能再填写发票增值税' }])
  if (invoice_vat >= gross) throw invalid([{ field: 'invoice_vat', message: '发票增值税须小于税前收入' }])
}

/** Why tax cannot be paid on this day: it is before the month whose fees it is withheld of; undefined: it can. */
export const remittedEarly = (month: string, pay_at: string): string | undefined =>
  pay_at.slice(0, 7) < month ? `缴税付款的日期 ${pay_at} 早于税款所属的 ${month}` : undefined
