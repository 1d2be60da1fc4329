import type { SubjectNode } from '@pianzhang/contract/subjects'
import { useQuery } from '@tanstack/react-query'
import { Button, ConfigProvider } from 'antd'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useSubjects } from '../../app/selects.ts'
import { useCan } from '../../app/session.ts'
import { CardList } from '../../ui/CardList.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { IconPlus, IconTrash } from '../../ui/icons.tsx'
import { PageBody, PageHead } from '../../ui/Page.tsx'
import { Empty, Failed, NothingMatches } from '../../ui/States.tsx'
import { CARDS, useMedia } from '../../ui/useMedia.ts'
import { useReturnFocus } from '../../ui/useReturnFocus.ts'
import { subjectListQuery } from './api.ts'
import { Cards } from './Cards.tsx'
import { subjectColumns } from './columns.tsx'
import { Filters } from './Filters.tsx'
import { filterOf, isFiltered } from './search.ts'
import styles from './subjects.module.css'
import { everyNode, labelOf, namesOf, pathOf, withFamily } from './tree.ts'
import { useAddress } from './useAddress.ts'
import { useRemoval } from './useRemoval.ts'

const AddDialog = lazy(() => import('./AddDialog.tsx'))

/** Targets of 40 px. */
const FOR_THUMBS = { token: { controlHeight: 40 } }

const NONE: ReadonlyMap<string, SubjectNode> = new Map()

/** 科目管理: trees, or single rows where the address filters. */
export default function SubjectsPage() {
  const cards = useMedia(CARDS)
  const may = useCan()
  const { search, size, goTo, filterBy } = useAddress()
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(subjectListQuery(search, size))
  const [adding, setAdding] = useState(false)
  useReturnFocus(adding)
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const [selected, setSelected] = useState(NONE)
  const { removeOne, removeMany } = useRemoval((codes) =>
    setSelected((old) => new Map([...old].filter(([code]) => !codes.includes(code)))),
  )

  const page = search.page ?? 1
  const rows = data?.items
  // Rows were deleted and this page is not there any more: the last one is.
  const pages = data ? Math.max(1, Math.ceil(data.listTotal / size)) : page
  useEffect(() => {
    if (!isPlaceholderData && page > pages) goTo({ page: pages }, true)
  }, [isPlaceholderData, page, pages, goTo])

  const flat = data?.flat ?? false
  const tree = useSubjects()
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
  const apply = (filter: Parameters<typeof filterBy>[0]) => {
    // What is selected must be in sight of what is filtered.
    setSelected(NONE)
    const now = filterOf(search)
    // The same again asks for what is there now.
    if (filter.keywords === now.keywords && filter.category === now.category) void refetch()
    else filterBy(filter)
  }

  const addButton = may('subject', 'write') && (
    <Button type="primary" icon={<IconPlus size={14} />} onClick={() => setAdding(true)}>
      新增科目
    </Button>
  )
  const instead =
    error && !data ? (
      <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : data?.listTotal === 0 ? (
      isFiltered(search) ? (
        <NothingMatches onClear={() => apply({})} />
      ) : (
        <Empty>{addButton}</Empty>
      )
    ) : undefined

  return (
    <ConfigProvider theme={cards ? FOR_THUMBS : {}}>
      <PageHead title="科目管理" actions={!cards && addButton} />
      <PageBody fill className={styles.body ?? ''}>
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
            label="科目"
            instead={instead}
            total={data?.listTotal}
            page={page}
            size={size}
            onPage={(next) => goTo({ page: next })}
            action={addButton}
          >
            {rows && (
              <Cards
                rows={rows}
                flat={flat}
                expanded={expanded}
                onExpand={toggle}
                onDelete={removeOne}
                pathOf={path}
              />
            )}
          </CardList>
        ) : (
          <DataTable<SubjectNode>
            name="subjects"
            label="科目"
            columns={columns}
            rows={rows}
            rowKey={(row) => row.code}
            rowLabel={labelOf}
            instead={instead}
            stale={isPlaceholderData}
            total={data?.listTotal}
            page={page}
            size={size}
            onPage={(next, nextSize) => goTo({ page: next, per_page: nextSize })}
            expanded={expanded}
            onExpand={setExpanded}
            // Selected rows are there to be deleted, and for nothing else.
            selected={mayDelete ? selected : undefined}
            onSelect={(next) => setSelected(withFamily(next, selected))}
            selection={
              <>
                <span className="num">
                  已选 <b>{selected.size}</b> 条
                </span>
                <i className={styles.separator} />
                <Button
                  size="small"
                  icon={<IconTrash size={14} />}
                  onClick={() => removeMany([...selected.values()])}
                >
                  批量删除
                </Button>
              </>
            }
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
    </ConfigProvider>
  )
}
