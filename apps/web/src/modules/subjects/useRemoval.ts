import { DELETED } from '@pianzhang/contract/errors'
import type { SubjectNode } from '@pianzhang/contract/subjects'
import { useCallback, useRef } from 'react'
import { ask, confirmDelete } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.ts'
import { removeSubject, removeSubjects, subjectsChanged } from './api.ts'
import { labelOf } from './tree.ts'

/** So many are named in the question; of more only how many. */
const NAMED = 3

/** Deleting asks first and names what goes. What is in use stays: the server says by what. `onGone` hears which are not there any more. */
export function useRemoval(onGone: (codes: readonly string[]) => void) {
  const gone = useRef(onGone)
  gone.current = onGone

  const finish = useCallback(async (codes: readonly string[]) => {
    gone.current(codes)
    await subjectsChanged()
    toast.success(DELETED)
  }, [])

  const removeOne = useCallback(
    (row: SubjectNode) => {
      const run = async () => {
        await removeSubject(row.code)
        await finish([row.code])
      }
      void confirmDelete('确定删除该条记录？', labelOf(row), run)
    },
    [finish],
  )

  const removeMany = useCallback(
    (rows: readonly SubjectNode[]) => {
      if (rows.length === 0) return toast.warning('请选择删除项')
      const codes = rows.map((row) => row.code)
      const names = rows.slice(0, NAMED).map(labelOf).join('、') + (rows.length > NAMED ? ' 等' : '')
      const run = async () => {
        await removeSubjects(codes)
        await finish(codes)
      }
      void ask({ title: '确定批量删除？', text: `共 ${rows.length} 条：${names}`, danger: true }, run)
    },
    [finish],
  )

  return { removeOne, removeMany }
}
