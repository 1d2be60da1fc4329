import type { SubjectNode } from '@pianzhang/contract/subjects'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useCan } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { IconPlus } from '../../ui/icons.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useLedger } from '../../ui/list/useLedger.ts'
import { useDialog } from '../../ui/popup/useDialog.tsx'
import { subjectListQuery } from './api.ts'
import { Card, REMOVAL, subjectColumns } from './columns.tsx'
import { FILTERS, Filters } from './Filters.tsx'
import { useSubjects } from './picker/selects.ts'
import { ALL, subjectSearch } from './search.ts'
import {
  everyNode,
  hasBelow,
  labelOf,
  namesOf,
  numbersAbove,
  openNodes,
  pathOf,
  toggled,
  withFamily,
} from './tree.ts'

const AddDialog = lazyDialog(() => import('./AddDialog.tsx'))

const route = getRouteApi('/in-project/setting/subject')
const SUBJECTS = { list: subjectSearch, query: subjectListQuery }

/** 科目管理: a tree, or a flat list when the URL has a filter. */
export default function SubjectsPage() {
  const may = useCan()
  const ledger = useLedger(route, SUBJECTS, REMOVAL)
  const { search, change, data, rows, filter, onApply, removeOne, selection } = ledger
  const { dialog, open: openDialog, close } = useDialog()

  const flat = data?.flat ?? false
  const { items: tree } = useSubjects()
  const names = useMemo(() => namesOf(tree ?? []), [tree])
  const path = (row: SubjectNode) => (flat ? pathOf(row.out_code, names) : '')
  const mayDelete = may('subject', 'delete')
  const branches = useMemo(() => everyNode(rows ?? []).filter((row) => row.children?.length), [rows])
  const { open } = search
  const expanded = useMemo(
    () =>
      new Set(
        branches
          .filter(({ out_code }) => open?.some((number) => number === ALL || number === out_code))
          .map(({ code }) => code),
      ),
    [branches, open],
  )
  const allOpen = branches.every((row) => expanded.has(row.code))

  /** Replaces the history entry, since opening a branch is no step for Back, and keeps the scroll position. */
  const setOpen = (next: (old: readonly string[] | undefined) => string[] | undefined) =>
    change((old) => ({ ...old, open: next(old.open) }), { replace: true, resetScroll: false })
  const toggle = (code: string) => {
    const number = branches.find((row) => row.code === code)?.out_code
    // Includes the branches of other pages, which must stay open when `open` changes from ALL to single numbers.
    const every = [...names.keys(), ...branches.map(({ out_code }) => out_code)]
    if (number) setOpen((old) => toggled(old, number, every.filter(hasBelow)))
  }
  const add = () =>
    openDialog(
      <AddDialog
        onClose={close}
        onAdded={({ out_code }) => setOpen((old = []) => [...new Set([...old, ...numbersAbove(out_code)])])}
      />,
    )
  /** The table passes the codes of all open rows: the one that differs from before was clicked. */
  const setExpanded = (codes: ReadonlySet<string>) => {
    for (const { code } of branches) if (codes.has(code) !== expanded.has(code)) toggle(code)
  }

  return (
    <>
      <RecordList
        of={{
          ...ledger,
          add: may('subject', 'write') && (
            <Button type="primary" icon={<IconPlus size={14} />} onClick={add}>
              新增科目
            </Button>
          ),
          // Rows are selectable only with permission to delete, since selection serves deletion only.
          selection: mayDelete
            ? { ...selection, select: (next) => selection.select(withFamily(next, selection.selected)) }
            : undefined,
        }}
        title="科目管理"
        label="科目"
        paper="科目列表"
        filters={FILTERS}
        bar={
          <Filters filter={filter} onApply={onApply}>
            {branches.length > 0 && (
              <Button type="text" onClick={() => setOpen(() => (allOpen ? undefined : [ALL]))}>
                {allOpen ? '全部收起' : '全部展开'}
              </Button>
            )}
          </Filters>
        }
        columns={subjectColumns({ onDelete: mayDelete ? removeOne : undefined, pathOf: path, flat })}
        card={(row) => (
          <Card
            key={row.code}
            row={row}
            flat={flat}
            open={expanded.has(row.code)}
            onExpand={toggle}
            onDelete={removeOne}
            path={path(row)}
          />
        )}
        rowLabel={labelOf}
        tree={{
          expanded,
          onExpand: setExpanded,
          shown: (some) => openNodes(some, expanded),
          every: everyNode,
        }}
      />
      {dialog}
    </>
  )
}
