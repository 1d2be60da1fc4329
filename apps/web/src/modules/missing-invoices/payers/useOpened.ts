import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../../platform/query.ts'
import { type LineRow, type Payer, payerLinesQuery } from '../api.ts'
import type { PayerSearch } from '../search.ts'
import type { Opened } from './groups.ts'

/** Which payers of a page are opened, and their lines. */
export function useOpened(search: PayerSearch, payers: readonly Payer[]) {
  const [names, setNames] = useState<ReadonlySet<string>>(new Set())
  const shown = payers.filter(({ payer }) => names.has(payer)).map(({ payer }) => payer)
  const read = useQueries({ queries: shown.map((payer) => payerLinesQuery(search, payer)) })
  const opened = new Map<string, Opened | undefined>(
    shown.map((payer, index) => {
      const data = read[index]?.data
      return [payer, data && { items: data.items, count: data.listTotal }]
    }),
  )
  const toggle = (payer: string) => {
    const next = new Set(names)
    if (!next.delete(payer)) next.add(payer)
    setNames(next)
  }
  /** Opens a payer and answers its lines. A failure is reported by the call. */
  const readLines = async (payer: string): Promise<readonly LineRow[]> => {
    setNames((old) => new Set([...old, payer]))
    return (await queryClient.fetchQuery(payerLinesQuery(search, payer))).items
  }
  return { opened, lines: [...opened.values()].flatMap((one) => one?.items ?? []), toggle, readLines }
}
