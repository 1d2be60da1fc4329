import type { ImportResult } from '@pianzhang/contract/imports'
import { useMemo } from 'react'
import { PasteTable } from '../paste/PasteTable.tsx'
import { withColumn } from '../paste/titles.ts'
import { addressOf, dataOf, faultsByCell, lineOf, type PastedCells } from './pasted.ts'

interface Props {
  pasted: PastedCells
  /** Undefined: not checked yet. */
  verdict: Pick<ImportResult, 'error_items'> | undefined
  disabled: boolean
  /** Checks the cells again, read in another way. */
  onChange: (pasted: PastedCells) => void
}

interface Row {
  index: number
  cells: readonly string[]
}

/** The pasted cells with what the check found in each. */
export function PastedTable({ pasted, verdict, disabled, onChange }: Props) {
  const faults = useMemo(() => faultsByCell(verdict ?? { error_items: [] }), [verdict])
  const rows = useMemo(() => dataOf(pasted).map((cells, index): Row => ({ cells, index })), [pasted])
  const { layout, columns, cells } = pasted
  return (
    <PasteTable
      first={cells[0] ?? []}
      titled={pasted.titled}
      columns={columns.map(({ title, required }) => ({
        value: title,
        label: required ? `${title} *` : title,
      }))}
      layout={layout}
      rows={rows}
      numberOf={({ index }) => lineOf(index)}
      isWrong={({ index }) => layout.some((_, at) => faults.has(addressOf(index, at)))}
      cellOf={(row, at) => ({
        text: row.cells[at] ?? '',
        error: faults.get(addressOf(row.index, at)),
        ignored: !layout[at],
      })}
      disabled={disabled}
      onColumn={(at, column) => onChange({ ...pasted, layout: withColumn(layout, at, column) })}
      onTitled={(titled) => onChange({ ...pasted, titled })}
    />
  )
}
