import type { Model } from '@pianzhang/contract/permissions'
import { type FunctionComponent, Suspense, useMemo, useState } from 'react'
import { type Keyed, keyOf } from '../../platform/ledger/records.ts'
import { useCan } from '../../platform/session/session.ts'
import { Button } from '../Button.tsx'
import { lazyDialog } from '../code/lazy.tsx'
import { IconPlus, IconTrash } from '../icons.tsx'
import type { Imported } from '../import/ImportDialog.tsx'
import type { ImportLabels } from '../import/ImportOutcome.tsx'
import { useTableOnPage } from '../paste/onPage.ts'
import { RefusedButton } from '../popup/RefusedButton.tsx'
import { useReturnFocus } from '../popup/useReturnFocus.ts'
import type { ChangeProps } from './change/ChangeDialog.tsx'
import { ExportButton, ImportButton } from './FileButtons.tsx'
import type { Listed } from './useFilteredList.tsx'

const ImportDialog = lazyDialog(() => import('../import/ImportDialog.tsx'))

/** The part of `useLedger` or `useFilteredList` that is used here. */
interface List<S, F, L extends Listed> {
  search: S
  filter: F
  data: L | undefined
  rows: readonly L['items'][number][] | undefined
  stale: boolean
  // Declared as a method, which accepts a narrower parameter: its type differs by list.
  filterBy(filter: object): void
  removeOne: (row: L['items'][number]) => void
  /** Absent: no row can be selected. */
  selection?: {
    selected: ReadonlyMap<string, L['items'][number]>
    rows: readonly L['items'][number][]
    select(selected: ReadonlyMap<string, L['items'][number]>): void
    selectNone: () => void
  }
}

/** The part of `recordsOf` that is used here. */
interface Records<S> extends Imported {
  model: Model
  exported: (search: S) => Promise<string | undefined>
}

interface Parts<C, F, R> {
  /** 新增收款 */
  add: string
  /** `row` null: a new record, with the values of `like`. `of`: the calls of the records; `filter`: of the list. */
  Form: FunctionComponent<{ of: C; row: R | null; like?: R | undefined; filter: F; onClose: () => void }>
  Detail?: FunctionComponent<{
    row: R
    onClose: () => void
    onEdit: () => void
    onCopy: (() => void) | undefined
  }>
  /** Whether the dialog takes `like`: rows then have 复制. */
  copies?: boolean
  /** Texts of 批量新增; without them the records have no import. */
  imports?: ImportLabels
  /** 批量修改 */
  Change?: FunctionComponent<ChangeProps<R>>
  /** Whether nobody may write these records now. */
  locked?: boolean
  /** Why nobody may write these records now: the buttons stay and say so. */
  refused?: string | undefined
}

type Open<R> =
  | { kind: 'add' }
  | { kind: 'import'; text?: string }
  | { kind: 'edit' | 'copy' | 'detail'; row: R }
  | { kind: 'change'; rows: readonly R[] }
  | null

/** A list with what a person may do with its records: buttons, row actions, and the dialogs, of which one is open at most. */
export function useRecords<
  S,
  F,
  L extends Listed & { items: Keyed[] },
  V extends List<S, F, L>,
  C extends Records<S>,
>(
  list: V & List<S, F, L>,
  records: C,
  {
    add,
    Form,
    Detail,
    copies = false,
    imports,
    Change,
    locked = false,
    refused,
  }: Parts<C, F, L['items'][number]>,
) {
  type R = L['items'][number]
  const can = useCan()
  const granted = {
    write: !locked && can(records.model, 'write'),
    delete: !locked && can(records.model, 'delete'),
  }
  const may = refused === undefined ? granted : { write: false, delete: false }
  const [open, setOpen] = useState<Open<R>>(null)
  useReturnFocus(open !== null)
  const close = () => setOpen(null)
  const { removeOne, selection } = list
  const on = useMemo(
    () => ({
      onDetail: (row: R) => setOpen({ kind: 'detail', row }),
      onEdit: (row: R) => setOpen({ kind: 'edit', row }),
      onDelete: removeOne,
      onCopy: copies && may.write ? (row: R) => setOpen({ kind: 'copy', row }) : undefined,
    }),
    [removeOne, copies, may.write],
  )
  const { onCopy } = on
  useTableOnPage(imports !== undefined && may.write, (text) => setOpen({ kind: 'import', text }))
  const onAdd = () => setOpen({ kind: 'add' })
  /** A record as the list has it now: a colleague may have changed it since its details were opened. */
  const latest = (row: R) => list.rows?.find((one) => keyOf(one) === keyOf(row)) ?? row
  const form = { of: records, filter: list.filter, onClose: close }
  return {
    ...list,
    on,
    onAdd,
    may,
    /** What the person could do with records that are not refused. */
    granted,
    add:
      refused !== undefined
        ? granted.write && (
            <RefusedButton type="primary" icon={<IconPlus size={14} />} refused={refused}>
              {add}
            </RefusedButton>
          )
        : may.write && (
            <Button type="primary" icon={<IconPlus size={14} />} onClick={onAdd}>
              {add}
            </Button>
          ),
    /** In the table's bar while nothing is selected, instead of 批量删除. */
    idle: refused !== undefined && granted.delete && (
      <RefusedButton type="text" size="small" icon={<IconTrash size={14} />} refused={refused}>
        批量删除
      </RefusedButton>
    ),
    /** Export and import. */
    files: (
      <>
        {can(records.model, 'export') && (
          <ExportButton
            total={list.stale ? undefined : list.data?.listTotal}
            ask={() => records.exported(list.search)}
          />
        )}
        {imports && granted.write && (
          <ImportButton refused={refused} onClick={() => setOpen({ kind: 'import' })} />
        )}
      </>
    ),
    /** Undefined: not allowed. */
    changeMany:
      Change && selection && may.write ? () => setOpen({ kind: 'change', rows: selection.rows }) : undefined,
    /** The record that the form edits. */
    current: open?.kind === 'edit' ? keyOf(open.row) : undefined,
    dialogs: (
      <Suspense>
        {open?.kind === 'add' && <Form {...form} row={null} />}
        {open?.kind === 'copy' && <Form {...form} row={null} like={open.row} />}
        {open?.kind === 'edit' && <Form {...form} row={open.row} />}
        {open?.kind === 'detail' && Detail && (
          <Detail
            row={latest(open.row)}
            onClose={close}
            onEdit={() => on.onEdit(latest(open.row))}
            onCopy={onCopy && (() => onCopy(latest(open.row)))}
          />
        )}
        {open?.kind === 'change' && Change && selection && (
          <Change
            rows={open.rows}
            onDeselect={(codes) =>
              selection.select(new Map([...selection.selected].filter(([code]) => !codes.includes(code))))
            }
            onClose={close}
          />
        )}
        {open?.kind === 'import' && imports && (
          <ImportDialog
            of={records}
            labels={imports}
            text={open.text}
            onClose={close}
            onShow={(import_code) => {
              close()
              list.filterBy({ import_code })
            }}
          />
        )}
      </Suspense>
    ),
  }
}
