import type { SubjectNode } from '@pianzhang/contract/subjects'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { stringifySearch } from '../../platform/address/search.ts'
import { useCan } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { IconPlus } from '../../ui/icons.tsx'
import { CardList } from '../../ui/list/CardList.tsx'
import { BatchDelete, SelectionBar } from '../../ui/list/SelectionBar.tsx'
import { useList } from '../../ui/list/useList.tsx'
import { useListAddress } from '../../ui/list/useListAddress.ts'
import { useRemoval } from '../../ui/list/useRemoval.ts'
import { useSelection } from '../../ui/list/useSelection.ts'
import { PageBody, PageHead } from '../../ui/page/Page.tsx'
import { CARDS, useMedia } from '../../ui/page/useMedia.ts'
import { useReturnFocus } from '../../ui/popup/useReturnFocus.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { subjectListQuery } from './api.ts'
import { Card } from './Card.tsx'
import { subjectColumns } from './columns.tsx'
import { Filters } from './Filters.tsx'
import { useSubjects } from './picker/selects.ts'
import { REMOVAL } from './removal.ts'
import { filterOf, isFiltered, type SubjectFilter, subjectSearch } from './search.ts'
import { everyNode, labelOf, namesOf, openNodes, pathOf, withFamily } from './tree.ts'

const AddDialog = lazyDialog(() => import('./AddDialog.tsx'))

const route = getRouteApi('/in-project/setting/subject')

/** 科目管理: a tree, or a flat list when the URL has a filter. */
export default function SubjectsPage() {
  const cards = useMedia(CARDS)
  const may = useCan()
  const address = useListAddress(route, subjectSearch)
  const { search, filterBy } = address
  const { data, reload, frame, fallback } = useList(subjectListQuery(search, address.size), address)
  const [adding, setAdding] = useState(false)
  useReturnFocus(adding)
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
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
    () => subjectColumns({ onDelete: mayDelete ? removeOne : undefined, pathOf: path }),
    [mayDelete, removeOne, path],
  )
  const branches = useMemo(() => everyNode(rows ?? []).filter((row) => row.children?.length), [rows])
  const allOpen = branches.every((row) => expanded.has(row.code))

  const toggle = (code: string) => {
    const next = new Set(expanded)
    if (!next.delete(code)) next.add(code)
    setExpanded(next)
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

  return (
    <>
      <PageHead title="科目管理" actions={!cards && addButton} />
      <PageBody fill>
        <Filters filter={filterOf(search)} onApply={apply}>
          {branches.length > 0 && (
            <Button
              type="text"
              onClick={() => setExpanded(new Set(allOpen ? [] : branches.map((row) => row.code)))}
            >
              {allOpen ? '全部收起' : '全部展开'}
            </Button>
          )}
        </Filters>
        {cards ? (
          <CardList
            {...list}
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
            onSelect={(next) => setSelected(withFamily(next, selected))}
            selection={
              <SelectionBar
                count={selected.size}
                onNone={selectNone}
                onDelete={() => removeMany([...selected.values()])}
              />
            }
            idle={mayDelete && <BatchDelete quiet onClick={() => removeMany([])} />}
          />
        )}
      </PageBody>
      <Suspense>
        {adding && (
          <AddDialog
            onClose={() => setAdding(false)}
            onAdded={(above) => setExpanded((old) => new Set([...old, ...above]))}
          />
        )}
      </Suspense>
    </>
  )
}
