import { z } from 'zod'
import type { Model } from './permissions.ts'

/** Resources whose records name a payee: who may write them may choose one. */
export const NAME_PAYEES = [
  'cost_execution',
  'contract',
  'payment_request',
  'labor_tax',
] as const satisfies readonly Model[]

/** A changed account is marked for so many days. */
export const CHANGED_DAYS = 7

/** That a payee's account was changed in the last 7 days. */
export const accountChange = z.object({
  /** Days since, by the calendar: 0 on the same day. */
  days: z.number().int(),
  by: z.string(),
  at: z.string(),
  /** The last day of the mark. */
  until: z.string(),
})
export type AccountChange = z.output<typeof accountChange>

/** A payee as other records name it. */
export const payeeLink = z.object({
  code: z.string(),
  name: z.string(),
  account_change: accountChange.nullable(),
})
export type PayeeLink = z.output<typeof payeeLink>

const when = ({ days }: AccountChange): string => (days === 0 ? '今天' : `${days}天前`)

/** The warning of a form: 收款账号3天前由陈立修改，请电话核实. */
export const changedAccountText = (change: AccountChange): string =>
  `收款账号${when(change)}由${change.by}修改，请电话核实`

/** The mark in a list: 账号3天前修改. */
export const changedAccountMark = (change: AccountChange): string => `账号${when(change)}修改`
