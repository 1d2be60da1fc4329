import type { SubjectOption } from '@pianzhang/contract/subjects'
import { useQuery } from '@tanstack/react-query'
import { itemsOf, type Loaded, RARELY, SELECTS, useLoaded } from '../../../platform/ledger/selects.ts'

const readSubjectTree = () => itemsOf<SubjectOption>(`${SELECTS}/subject_trees`)

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
