import { MAX_LINES } from '@pianzhang/contract/cost-executions'
import { Button, Input, Modal } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { readCells } from '../../ui/cells.ts'
import { useLayer } from '../../ui/layers.ts'
import type { LineOptions } from './options.ts'
import styles from './PasteDialog.module.css'
import { PasteFill, PasteTable } from './PasteTable.tsx'
import {
  addPasted,
  columnTitle,
  defaultLayout,
  type Layout,
  LINE_COLUMNS,
  type LineColumn,
  readRows,
  readTitles,
  room,
  withColumn,
} from './paste.ts'
import { bookOf } from './pasteBook.ts'
import type { DraftStore } from './store.ts'
import type { Pasted } from './usePaste.ts'

interface Props {
  pasted: Pasted
  store: DraftStore
  options: LineOptions
  onClose: () => void
  /** The lines are in the form. */
  onAdded: (count: number) => void
}

const ORDER = LINE_COLUMNS.map(columnTitle).join('、')

/** 从表格粘贴: every cell as it will be read, what is wrong marked; then they become lines. */
export function PasteDialog({ pasted, store, options, onClose, onAdded }: Props) {
  const [cells, setCells] = useState(pasted.cells)
  const add = useRef<HTMLButtonElement>(null)
  const { titles, layout, fill, setTitled, setLayout, setFill } = useLayout(cells, pasted.from)

  const first = titles ? 1 : 0
  const book = useMemo(() => bookOf(options, store.get().lines), [options, store])
  const rows = useMemo(
    // One more than fit tells that there are too many.
    () => readRows(cells.slice(first, first + MAX_LINES + 1), layout, book, fill),
    [cells, first, layout, book, fill],
  )
  const wrong = rows.reduce((sum, row) => sum + Object.values(row).filter((cell) => cell.error).length, 0)
  const free = room(store.get())
  const ready = options.subjects !== undefined && rows.length > 0 && rows.length <= free
  const asking = cells.length === 0

  // Enter adds what is shown; nobody reaches for the mouse.
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
          {!asking && (
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
        <Input.TextArea
          autoFocus
          aria-label="粘贴表格内容"
          placeholder="在 Excel 或 WPS 中复制单元格，再粘贴到这里"
          value=""
          rows={6}
          onChange={(event) => setCells(readCells(event.target.value))}
        />
      ) : (
        <>
          <PasteTable
            cells={cells}
            titled={titles}
            layout={layout}
            rows={rows}
            options={options}
            onColumn={(at, column) => setLayout(withColumn(layout, at, column))}
            onTitled={setTitled}
          />
          <PasteFill layout={layout} fill={fill} options={options} onChange={setFill} />
        </>
      )}
      <p className={styles.note}>首行是表头时按列名识别；没有表头时依次为{ORDER}，可在列头更改。</p>
    </Modal>
  )
}

/** Titles are found by themselves; the person has the last word on them and on every column. */
function useLayout(cells: Pasted['cells'], from: LineColumn) {
  const found = useMemo(() => readTitles(cells[0]), [cells])
  const [titled, setTitled] = useState<boolean | null>(null)
  const [chosen, setLayout] = useState<Layout | null>(null)
  const [fill, setFill] = useState<Partial<Record<LineColumn, string>>>({})
  const byDefault = useMemo(() => found ?? defaultLayout(cells[0]?.length ?? 0, from), [found, cells, from])
  const layout = chosen ?? byDefault
  // What is filled in belongs to columns that the block does not have.
  const used = useMemo(
    () =>
      Object.fromEntries(Object.entries(fill).filter(([column]) => !layout.includes(column as LineColumn))),
    [fill, layout],
  )
  return { titles: titled ?? found !== undefined, layout, fill: used, setTitled, setLayout, setFill }
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
