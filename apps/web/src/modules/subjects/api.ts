import type { Subject, SubjectLevel, SubjectList } from '@pianzhang/contract/subjects'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Answer, ApiError, api } from '../../app/api.ts'
import { queryClient } from '../../app/query.ts'
import { isFiltered, listParams, type SubjectSearch } from './search.ts'

const BASE = '/api/manager/subjects'
const KEY = 'subjects'
const INVALID = 422
const GONE = 404

/** `flat` says what the rows are, which while the next ones are on their way is not yet what the address asks for. */
export const subjectListQuery = (search: SubjectSearch, size: number) => {
  const params = listParams(search, size)
  const queryKey = [KEY, 'list', params]
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      // Without rows the page says what went wrong; over older ones in sight nobody would.
      const handled = queryClient.getQueryData(queryKey) === undefined || []
      const { data } = await api.get<SubjectList>(BASE, params, { signal, handled })
      return { ...data, flat: isFiltered(search) }
    },
    placeholderData: keepPreviousData,
  })
}

/** The number that a new subject would get. Always asked anew; that there is none left (422) is said at the field. */
export const numberQuery = (category: SubjectLevel, parent_code: string | null) =>
  queryOptions({
    queryKey: [KEY, 'number', category, parent_code],
    queryFn: async ({ signal }) =>
      (
        await api.get<{ out_code: string }>(
          `${BASE}/preload_code`,
          { category, parent_code },
          { signal, handled: [INVALID] },
        )
      ).data.out_code,
    staleTime: 0,
    gcTime: 0,
  })

/** What is typed into a new subject; the contract's `subjectBody` checks it. */
export interface NewSubject {
  out_code: string
  name: string
  category: SubjectLevel
  parent_code: string | null
}

export const createSubject = (body: NewSubject, idempotencyKey: string): Promise<Answer<Subject>> =>
  api.post<Subject>(BASE, body, { idempotencyKey, handled: [INVALID] })

/** A colleague was faster: the list must not go on showing what is not there. */
function listIfGone(error: unknown): never {
  if (error instanceof ApiError && error.code === GONE)
    void queryClient.invalidateQueries({ queryKey: [KEY, 'list'] })
  throw error
}
export const removeSubject = (code: string) =>
  api.delete(`${BASE}/${encodeURIComponent(code)}`).catch(listIfGone)
export const removeSubjects = (codes: readonly string[]) =>
  api.delete(`${BASE}/batch`, { codes }, { timeout: 30_000 }).catch(listIfGone)

/** After a write: the lists, the numbers to offer, and every select of subjects. */
export async function subjectsChanged(): Promise<void> {
  await Promise.all(
    [[KEY], ['selects', 'subject_trees'], ['selects', 'subjects'], ['selects', 'subject_three']].map(
      (queryKey) => queryClient.invalidateQueries({ queryKey }),
    ),
  )
}
