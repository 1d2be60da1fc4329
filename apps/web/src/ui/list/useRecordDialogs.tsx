import { type ComponentType, Suspense, useMemo, useState } from 'react'
import { useReturnFocus } from '../popup/useReturnFocus.ts'

interface Dialogs<R> {
  /** `row` null: a new record. */
  Form: ComponentType<{ row: R | null; onClose: () => void }>
  Detail: ComponentType<{ row: R; onClose: () => void; onEdit: () => void }>
  Import: ComponentType<{ onClose: () => void; onShow: (import_code: string) => void }>
}

/** As far as `useLedger` of the records is used here. */
interface Records<R> {
  rows: readonly R[] | undefined
  removeOne: (row: R) => void
  filterBy: (filter: { import_code: string }) => void
}

type Open<R> = { kind: 'add' | 'import' } | { kind: 'edit' | 'detail'; row: R } | null

/**
 * The dialogs of a ledger, of which one is open at most: `dialogs` is to be rendered, `on` are a row's actions, `current`
 * is the code of the record that is edited.
 */
export function useRecordDialogs<R extends { code: string }>(
  { Form, Detail, Import }: Dialogs<R>,
  { rows, removeOne, filterBy }: Records<R>,
) {
  const [open, setOpen] = useState<Open<R>>(null)
  useReturnFocus(open !== null)
  const close = () => setOpen(null)
  const on = useMemo(
    () => ({
      onDetail: (row: R) => setOpen({ kind: 'detail', row }),
      onEdit: (row: R) => setOpen({ kind: 'edit', row }),
      onDelete: removeOne,
    }),
    [removeOne],
  )
  /** A record as the list has it now: a colleague may have changed it since its details were opened. */
  const latest = (row: R) => rows?.find(({ code }) => code === row.code) ?? row
  return {
    on,
    onAdd: () => setOpen({ kind: 'add' }),
    onImport: () => setOpen({ kind: 'import' }),
    current: open?.kind === 'edit' ? open.row.code : undefined,
    dialogs: (
      <Suspense>
        {open?.kind === 'add' && <Form row={null} onClose={close} />}
        {open?.kind === 'edit' && <Form row={open.row} onClose={close} />}
        {open?.kind === 'detail' && (
          <Detail row={latest(open.row)} onClose={close} onEdit={() => on.onEdit(latest(open.row))} />
        )}
        {open?.kind === 'import' && (
          <Import
            onClose={close}
            onShow={(import_code) => {
              close()
              filterBy({ import_code })
            }}
          />
        )}
      </Suspense>
    ),
  }
}
