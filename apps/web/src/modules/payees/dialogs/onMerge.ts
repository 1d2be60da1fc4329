import type { Payee } from '@pianzhang/contract/payees'
import { createContext } from 'react'

/** Opens 合并 for a payee; undefined: not allowed. From the page to its drawer. */
export const OnMerge = createContext<((row: Payee) => void) | undefined>(undefined)
