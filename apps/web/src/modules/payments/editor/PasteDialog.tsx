import { MAX_LINES } from '@pianzhang/contract/payments'
import { Button, Modal } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { readCells } from '../../../ui/fields/cells.ts'
import { PasteBox } from '../../../ui/paste/PasteBox.tsx'
import { PasteTable } from '../../../ui/paste/PasteTable.tsx'
import styles from '../../../ui/paste/paste.module.css'
import { readTitles, withColumn } from '../../../ui/paste/titles.ts'
import { useLayer } from '../../../ui/popup/layers.ts'
import { LoadFailed } from '../../../ui/states/LoadFailed.tsx'
import { TextSkeleton } from '../../../ui/states/Loading.tsx'
import type { LineOptions } from './options.ts'
import { PasteFill, useShown } from './PasteFill.tsx'
import {
  addPasted,
  type Book,
  columnTitle,
  type Layout,
  LINE_COLUMNS,
  type LineColumn,
  PASTE_COLUMNS,
  readRows,
  room,
  rowsWithText,
} from './paste.ts'
import { bookOf } from './pasteBook.ts'
import { guessLayout } from './pasteGuess.ts'
import type { DraftStore } from './store.ts'
import type { Pasted } from './usePaste.ts'

interface Props {
  pasted: Pasted
  store: DraftStore
  options: LineOptions
  onClose: () => void
  /** Called after the lines were added to the form. */
  onAdded: (count: number) => void
}

const NO_COLUMNS: Layout = []
const COLUMNS = LINE_COLUMNS.map((value) => ({ value, label: columnTitle(value) }))

/** 从表格粘贴: previews the parsed cells and marks errors before they are added as lines. */
export function PasteDialog({ pasted, store, options, onClose, onAdded }: Props) {
  const [cells, setCells] = useState(pasted.cells)
  const add = useRef<HTMLButtonElement>(null)
  const book = useMemo(() => bookOf(options, store.get().lines), [options, store])
  const { titles, layout, guessed, fill, setTitled, setLayout, setFill } = useLayout(cells, pasted.from, book)

  const first = titles ? 1 : 0
  const rows = useMemo(
    // Keeps one row above the limit, so that the dialog can report that there are too many.
    () => readRows(cells.slice(first, first + MAX_LINES + 1), layout, book, fill),
    [cells, first, layout, book, fill],
  )
  const shown = useShown(options)
  const said = useMemo(() => rowsWithText(cells.slice(first)), [cells, first])
  const wrong = rows.reduce((sum, row) => sum + Object.values(row).filter((cell) => cell.error).length, 0)
  const free = room(store.get())
  const lists = useLists(options)
  const ready = lists.there && rows.length > 0 && rows.length <= free
  const asking = cells.length === 0

  // Focus on the button, so that Enter adds the lines.
  useEffect(() => {
    if (ready) add.current?.focus()
  }, [ready])

  const confirm = () => {
    store.update((draft) => addPasted(draft, rows))
    onAdded(rows.length)
  }
  useLayer(onClose)

  return (
    <Modal
      open
      centered
      width={asking ? 560 : 1080}
      title="从表格粘贴"
      onCancel={onClose}
      mask={{ closable: false }}
      className={styles.dialog}
      footer={
        <>
          {!asking && lists.there && (
            <span className={styles.sum} role="status">
              <Sum rows={rows.length > free ? cells.length - first : rows.length} wrong={wrong} free={free} />
            </span>
          )}
          <Button onClick={onClose}>取消</Button>
          <Button ref={add} type="primary" disabled={!ready} onClick={confirm}>
            添加明细
          </Button>
        </>
      }
    >
      {asking ? (
        <PasteBox onText={(text) => setCells(readCells(text))} />
      ) : !lists.there ? (
        lists.failed ? (
          <LoadFailed state={lists} />
        ) : (
          <TextSkeleton />
        )
      ) : (
        <>
          <PasteTable
            first={cells[0] ?? []}
            titled={titles}
            columns={COLUMNS}
            layout={layout}
            noteOf={(at) => (guessed?.[at] && guessed[at] === layout[at] ? '按内容识别' : undefined)}
            rows={rows}
            numberOf={(_, index) => index + 1}
            isWrong={(row) => Object.values(row).some((cell) => cell.error)}
            cellOf={(row, at, index) => {
              const column = layout[at]
              const cell = column && row[column]
              // Ignored columns are shown too, since the guess may be wrong.
              if (!cell) return { text: said[index]?.[at] ?? '', ignored: true }
              return { text: cell.error ? cell.text : shown(column, cell.value), error: cell.error }
            }}
            isAmount={(column) => column === 'pay_amount'}
            onColumn={(at, column) => setLayout(withColumn(layout, at, column))}
            onTitled={setTitled}
          />
          <PasteFill layout={layout} fill={fill} options={options} onChange={setFill} />
        </>
      )}
      <p className={styles.note}>首行是表头时按列名识别；没有表头时按单元格内容识别。可在列头更改。</p>
    </Modal>
  )
}

/** Layout of the columns: detected from titles or content, and adjustable by the user. */
function useLayout(cells: Pasted['cells'], from: LineColumn, book: Book) {
  const found = useMemo(() => readTitles(cells[0], PASTE_COLUMNS), [cells])
  const [titled, setTitled] = useState<boolean | null>(null)
  const titles = titled ?? found !== undefined
  const [selectedLayout, setLayout] = useState<Layout | null>(null)
  const [fill, setFill] = useState<Partial<Record<LineColumn, string>>>({})
  const guessed = useMemo(
    () => (titles && found ? null : guessLayout(titles ? cells.slice(1) : cells, book, from)),
    [titles, found, cells, book, from],
  )
  const layout = selectedLayout ?? guessed ?? found ?? NO_COLUMNS
  // Fill values apply only to fields that no pasted column provides.
  const used = useMemo(
    () =>
      Object.fromEntries(Object.entries(fill).filter(([column]) => !layout.includes(column as LineColumn))),
    [fill, layout],
  )
  return { titles, layout, guessed, fill: used, setTitled, setLayout, setFill }
}

/** Lookups from pasted names to records; without them every cell would have an error. */
function useLists({ subjects, states }: LineOptions) {
  const needed = [states.subjects, states.categories, states.contracts, states.invoices]
  const lacking = needed.filter((state) => state.failed)
  const loading = needed.some((state) => state.loading)
  return {
    there: subjects !== undefined && lacking.length === 0 && !loading,
    failed: lacking.length > 0,
    loading,
    retry: () => {
      for (const state of lacking) state.retry()
    },
  }
}

function Sum({ rows, wrong, free }: { rows: number; wrong: number; free: number }) {
  if (rows > free)
    return (
      <span className={styles.wrong}>
        最多{MAX_LINES}条明细，还可添加 {free} 条，此处有 {rows} 行
      </span>
    )
  return (
    <>
      将新增 {rows} 行{wrong > 0 && <span className={styles.wrong}>，{wrong} 处有误，将留空并标出</span>}
    </>
  )
}
