import { selectApi } from '@pianzhang/contract/api/views'
import type { SubjectOption } from '@pianzhang/contract/subjects'
import { useQuery } from '@tanstack/react-query'
import { itemsOf, type Loaded, RARELY, useLoaded } from '../../../platform/ledger/selects.ts'

const readSubjectTree = () => itemsOf(selectApi.subjectTrees)

/** All three levels, as a tree. */
export const useSubjects = (): Loaded<readonly SubjectOption[]> =>
  useLoaded(
    useQuery({
      queryKey: ['selects', 'subject_trees'],
      meta: { shows: ['subject'] },
      queryFn: readSubjectTree,
      staleTime: RARELY,
    }),
  )
