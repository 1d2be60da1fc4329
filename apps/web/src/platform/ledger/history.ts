import type { RecordHistory } from '@pianzhang/contract/history'
import type { Model } from '@pianzhang/contract/permissions'
import { api } from '../api/api.ts'
import { shows } from '../changes/refresh.ts'
import { listQuery } from './list.ts'

/** Entries on one page of a history. */
export const CHANGES = 20

/** The query of a page of 修改记录 of one record; `of`: the record's calls. `models`: the resources whose changes reload it. */
export function historyOf({ at, key }: { at: (code: string) => string; key: string }, ...models: Model[]) {
  const resource = `${key}/history`
  shows([resource], ...models)
  return (code: string, page: number) => {
    const params = { page, per_page: CHANGES }
    return listQuery(
      resource,
      { code, ...params },
      async (options) => (await api.get<RecordHistory>(`${at(code)}/history`, params, options)).data,
    )
  }
}
