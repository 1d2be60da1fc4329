import type { Fen } from '@pianzhang/contract/money'
import type { ReactNode } from 'react'
import type { ApiError } from '../../../platform/api/api.ts'
import type { Records } from './records.ts'

/** Who is paid, and when. */
export interface Paid {
  payee_code?: string | undefined
  payer: string
  pay_at: string
}

/** Where people may have to approve a payment before it is booked: what the module of requests does in the editor. */
export interface Asking {
  /** Whether a payment of this total is asked for instead of saved. */
  asks: (total: Fen) => boolean
  /** Why this person cannot ask; null: they can. */
  refused: string | null
  /** Saves the request; `submit`: sends it at once. */
  recordsOf: (submit: boolean) => Records
  /** Called when a save was refused. */
  onFailed: (error: ApiError) => void
  /** Who decides, above the foot of the form. */
  line: (total: Fen, paid: Paid) => ReactNode
  /** In the place of 确定. */
  buttons: (of: { saving: boolean; overwrites: boolean }, onSend: (submit: boolean) => void) => ReactNode
  /** 保存并继续 */
  again: string
}
