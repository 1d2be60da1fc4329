import type { Contract } from '@pianzhang/contract/contracts'
import { useMemo, useState } from 'react'
import { revealContract } from './save.ts'

/** Numbers that are masked until somebody asks for them. */
export interface Revealed {
  /** Loads ID number and account of this contract in full. */
  reveal: (row: Contract) => Promise<void>
  /** The contract with its revealed numbers, until its version changes. */
  shown: (row: Contract) => Contract
}

export function useRevealed(): Revealed {
  const [full, setFull] = useState<ReadonlyMap<string, Contract>>(new Map())
  return useMemo(
    () => ({
      reveal: async ({ code }) => {
        // A failure has been reported by the call.
        const answer = await revealContract(code).catch(() => null)
        if (answer) setFull((old) => new Map(old).set(code, answer))
      },
      shown: (row) => {
        const known = full.get(row.code)
        if (known?.version !== row.version) return row
        const { id_number, income_bankcard_account } = known
        return { ...row, id_number, income_bankcard_account }
      },
    }),
    [full],
  )
}

/** The contract with its numbers in full for a copy; empty where this person may not see them, as a mask is no number. */
export async function forCopy(row: Contract): Promise<Contract | undefined> {
  // A failure has been reported by the call.
  if (mayReveal(row)) return await revealContract(row.code).catch(() => undefined)
  const known = (number: string) => (number.includes('*') ? '' : number)
  return {
    ...row,
    id_number: known(row.id_number),
    income_bankcard_account: known(row.income_bankcard_account),
  }
}

/** Whether a number is masked and this person may reveal it. */
export const mayReveal = ({ can, id_number, income_bankcard_account }: Contract): boolean =>
  can.reveal && `${id_number}${income_bankcard_account}`.includes('*')
