import type { SubjectOption } from '@pianzhang/contract/subjects'
import { useQuery } from '@tanstack/react-query'
import { api, type CallOptions, type Query } from './api.ts'

/**
 * What forms and filters choose from, for every module: subjects and payment types are nobody's alone. The first part of the keys is
 * `selects`, by which refresh.ts finds them.
 */
const SELECTS = '/api/manager/selects'
/** What one chooses from changes rarely, and when it does, the change stream says so. */
export const RARELY = 5 * 60_000

export interface Option {
  label: string
  value: string
}

export const itemsOf = async <T>(path: string, query?: Query, options?: CallOptions): Promise<T[]> =>
  (await api.get<{ items: T[] }>(path, query, options)).data.items

/** Undefined while it is on its way. */
export const useSelect = (name: string): Option[] | undefined =>
  useQuery({
    queryKey: ['selects', name],
    queryFn: () => itemsOf<Option>(`${SELECTS}/${name}`, { per_page: 1000 }),
    staleTime: RARELY,
  }).data

export const usePayCategories = () => useSelect('pay_categories')

/** All three levels, as a tree. */
export const useSubjects = (): readonly SubjectOption[] | undefined =>
  useQuery({
    queryKey: ['selects', 'subject_trees'],
    queryFn: () => itemsOf<SubjectOption>(`${SELECTS}/subject_trees`),
    staleTime: RARELY,
  }).data
