import type { Contract } from '@pianzhang/contract/contracts'
import { type Fen, fenOf, yuan } from '@pianzhang/contract/money'
import { parseField } from '@pianzhang/contract/money-field'

/** A share of a contract's amount as it is typed. */
export interface TypedShare {
  /** Identity of the line in the form. */
  key: string
  subject_code: string | null
  amount: string
}

export const sharesOf = ({ allocations = [] }: Pick<Contract, 'allocations'>): TypedShare[] =>
  allocations.map(({ subject_code, amount_yuan }) => ({
    key: subject_code,
    subject_code,
    amount: amount_yuan,
  }))

/** Lines in which nothing is typed are left out. */
export const filledShares = (shares: readonly TypedShare[]): TypedShare[] =>
  shares.filter(({ subject_code, amount }) => subject_code !== null || amount.trim() !== '')

/** React keys of the lines. After a merge a line that got another subject may stand beside a colleague's line of its former one, which has the same key. */
export function lineKeys(shares: readonly TypedShare[]): string[] {
  const keys = new Set<string>()
  for (const { key } of shares) keys.add(keys.has(key) ? `${key} ${keys.size}` : key)
  return [...keys]
}

const fenTyped = (amount: string): Fen => parseField(amount).fen ?? 0n

/** What is left of an amount, in yuan. */
export const restOf = (amount_yuan: string, shares: readonly TypedShare[]): string =>
  yuan(fenOf(amount_yuan) - shares.reduce((sum, { amount }) => sum + fenTyped(amount), 0n))

/** Why the shares cannot be saved; undefined: they can. */
export function sharesFault(amount_yuan: string, shares: readonly TypedShare[]): string | undefined {
  const seen = new Set<string>()
  for (const [index, { subject_code, amount }] of filledShares(shares).entries()) {
    const line = `第${index + 1}行：`
    if (subject_code === null) return `${line}请选择科目`
    if (seen.has(subject_code)) return `${line}科目重复`
    seen.add(subject_code)
    const { fen, error } = parseField(amount)
    if (error !== undefined) return `${line}${error}`
    if (fen === 0n) return `${line}分摊金额不能为0`
  }
  const [whole, rest] = [fenOf(amount_yuan), fenOf(restOf(amount_yuan, shares))]
  const over = whole >= 0n ? rest < 0n : rest > 0n
  return over ? '分摊合计不能超过合同总额' : undefined
}
