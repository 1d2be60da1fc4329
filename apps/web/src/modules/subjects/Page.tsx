import type { SubjectNode } from '@pianzhang/contract/subjects'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { stringifySearch } from '../../platform/address/search.ts'
import { pagesOf } from '../../platform/ledger/list.ts'
import { useCan } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { tagsOf } from '../../ui/filters/filter.tsx'
import { IconPlus } from '../../ui/icons.tsx'
import { CardList } from '../../ui/list/CardList.tsx'
import { PrintListButton } from '../../ui/list/print/PrintListButton.tsx'
import { BatchDelete, SelectionBar } from '../../ui/list/SelectionBar.tsx'
import { useCardSelection } from '../../ui/list/useCardSelection.ts'
import { useList } from '../../ui/list/useList.tsx'
import { useListAddress } from '../../ui/list/useListAddress.ts'
import { useRemoval } from '../../ui/list/useRemoval.ts'
import { useSelection } from '../../ui/list/useSelection.ts'
import { PageBody, PageHead } from '../../ui/page/Page.tsx'
import { useReturnFocus } from '../../ui/popup/useReturnFocus.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { subjectListQuery } from './api.ts'
import { Card } from './Card.tsx'
import { subjectColumns } from './columns.tsx'
import { FILTERS, Filters } from './Filters.tsx'
import { useSubjects } from './picker/selects.ts'
import { REMOVAL } from './removal.ts'
import { ALL, filterOf, isFiltered, type SubjectFilter, subjectSearch } from './search.ts'
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

/** 科目管理: a tree, or a flat list when the URL has a filter. */
export default function SubjectsPage() {
  const may = useCan()
  const address = useListAddress(route, subjectSearch)
  const { search, filterBy, change } = address
  const { data, reload, frame, fallback } = useList(subjectListQuery(search, address.size), address)
  const [adding, setAdding] = useState(false)
  useReturnFocus(adding)
  const filter = stringifySearch(filterOf(search))
  const [selected, setSelected] = useSelection<SubjectNode>(filter)
  const selectNone = () => setSelected(new Map())
  const { removeOne, removeMany } = useRemoval(REMOVAL, setSelected)

  const rows = data?.items
  const flat = data?.flat ?? false
  const { items: tree } = useSubjects()
  const names = useMemo(() => namesOf(tree ?? []), [tree])
  const path = useCallback((row: SubjectNode) => (flat ? pathOf(row.out_code, names) : ''), [flat, names])
  const mayDelete = may('subject', 'delete')
  const columns = useMemo(
    () => subjectColumns({ onDelete: mayDelete ? removeOne : undefined, pathOf: path, flat }),
    [mayDelete, removeOne, path, flat],
  )
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

  /** In place of the address: opening a branch is no step to go back to, and the page stays where it is. */
  const setOpen = (next: (old: readonly string[] | undefined) => string[] | undefined) =>
    change((old) => ({ ...old, open: next(old.open) }), { replace: true, resetScroll: false })
  const toggle = (code: string) => {
    const number = branches.find((row) => row.code === code)?.out_code
    // The branches of other pages stay open when ALL gives way to numbers.
    const every = [...names.keys(), ...branches.map(({ out_code }) => out_code)]
    if (number) setOpen((old) => toggled(old, number, every.filter(hasBelow)))
  }
  /** The table answers with all that are open: what differs was clicked. */
  const setExpanded = (codes: ReadonlySet<string>) => {
    for (const { code } of branches) if (codes.has(code) !== expanded.has(code)) toggle(code)
  }
  const apply = (next: SubjectFilter) => {
    // Submitting an unchanged filter reloads.
    if (stringifySearch(filterOf(next)) !== filter) return filterBy(next)
    selectNone()
    reload()
  }

  const addButton = may('subject', 'write') && (
    <Button type="primary" icon={<IconPlus size={14} />} onClick={() => setAdding(true)}>
      新增科目
    </Button>
  )
  const list = {
    ...frame,
    label: '科目',
    fallback: fallback({ filtered: isFiltered(search), onClear: () => apply({}), add: addButton }),
  }

  const print = (
    <PrintListButton
      list={{
        name: subjectSearch.name,
        title: '科目列表',
        columns,
        keyOf: (row) => row.code,
        read: pagesOf(subjectListQuery, search),
        rowsOf: (all) => everyNode(all.items),
        filters: tagsOf(FILTERS, filterOf(search), () => {}),
      }}
    />
  )
  const { cards, mode, bar } = useCardSelection(selectNone)
  const selection = (
    <SelectionBar count={selected.size} {...bar} onDelete={() => removeMany([...selected.values()])} />
  )
  const onSelect = (next: ReadonlyMap<string, SubjectNode>) => setSelected(withFamily(next, selected))

  return (
    <>
      <PageHead
        title="科目管理"
        actions={
          !cards && (
            <>
              {print}
              {addButton}
            </>
          )
        }
      />
      <PageBody fill>
        <Filters filter={filterOf(search)} onApply={apply}>
          {branches.length > 0 && (
            <Button type="text" onClick={() => setOpen(() => (allOpen ? undefined : [ALL]))}>
              {allOpen ? '全部收起' : '全部展开'}
            </Button>
          )}
        </Filters>
        {cards ? (
          <CardList
            {...list}
            print={print}
            selection={
              mayDelete
                ? {
                    ...mode,
                    rowKey: (row) => row.code,
                    selected,
                    onSelect,
                    bar: selection,
                  }
                : undefined
            }
            action={addButton}
            rows={rows && openNodes(rows, expanded)}
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
          />
        ) : (
          <DataTable<SubjectNode>
            {...list}
            name={subjectSearch.name}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.code}
            rowLabel={labelOf}
            expanded={expanded}
            onExpand={setExpanded}
            // Rows are selectable only with permission to delete, since selection serves deletion only.
            selected={mayDelete ? selected : undefined}
            onSelect={onSelect}
            selection={selection}
            idle={mayDelete && <BatchDelete quiet onClick={() => removeMany([])} />}
          />
        )}
      </PageBody>
      <Suspense>
        {adding && (
          <AddDialog
            onClose={() => setAdding(false)}
            onAdded={({ out_code }) =>
              setOpen((old = []) => [...new Set([...old, ...numbersAbove(out_code)])])
            }
          />
        )}
      </Suspense>
    </>
  )
}
