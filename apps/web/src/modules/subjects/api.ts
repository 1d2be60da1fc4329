import { subjectApi } from '@pianzhang/contract/api/base'
import type { SubjectLevel } from '@pianzhang/contract/subjects'
import { queryOptions } from '@tanstack/react-query'
import { read, readAny } from '../../platform/api/api.ts'
import { resourceChanged, shows } from '../../platform/changes/refresh.ts'
import { listLoader, listQuery } from '../../platform/ledger/list.ts'
import { recordCalls } from '../../platform/ledger/records.ts'
import { isFiltered, type SubjectSearch, subjectSearch } from './search.ts'

const KEY = 'subjects'
shows([KEY], 'subject')
const INVALID = 422

/** `flat` is stored with the rows: while the next rows load, those shown may not match the filter in the URL. */
export const subjectListQuery = (search: SubjectSearch, size: number) => {
  const params = subjectSearch.listParams(search, size)
  return listQuery(KEY, params, async (options) => {
    const data = await readAny(subjectApi.list, { query: params, ...options })
    return { ...data, flat: isFiltered(search) }
  })
}

export const load = listLoader(subjectSearch, subjectListQuery)

/** Next free number for a new subject. Never cached; 422 means none is left, which the field shows. */
export const numberQuery = (category: SubjectLevel, parent_code: string | null) =>
  queryOptions({
    queryKey: [KEY, 'number', category, parent_code],
    queryFn: async ({ signal }) =>
      (await read(subjectApi.preloadCode, { query: { category, parent_code }, signal, handled: [INVALID] }))
        .out_code,
    staleTime: 0,
    gcTime: 0,
  })

/** Input of a new subject; validated by the contract's `subjectBody`. */
export interface NewSubject {
  out_code: string
  name: string
  category: SubjectLevel
  parent_code: string | null
}

/** The calls for a single subject. */
export const subjects = recordCalls(subjectApi, KEY)
export const createSubject = (body: NewSubject, idempotencyKey: string) =>
  subjects.create(body, idempotencyKey, { handled: [INVALID] })

/** After a write: the lists, the numbers to offer, and every select of subjects. */
export const subjectsChanged = (): Promise<void> => resourceChanged('subject')
