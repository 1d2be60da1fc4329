import { historyApi } from '@pianzhang/contract/api/ledger'
import type { Model } from '@pianzhang/contract/permissions'
import { read } from '../api/api.ts'
import { shows } from '../changes/refresh.ts'
import { listQuery } from './list.ts'

/** Entries on one page of a history. */
export const CHANGES = 20

/** The query of a page of 修改记录 of one record; `base`: of the record's endpoints. `models`: the resources whose changes reload it. */
export function historyOf({ base, key }: { base: string; key: string }, ...models: Model[]) {
  const resource = `${key}/history`
  shows([resource], ...models)
  return (code: string, page: number) => {
    const query = { page, per_page: CHANGES }
    return listQuery(resource, { code, ...query }, (options) =>
      read(historyApi(base), { params: { code }, query, ...options }),
    )
  }
}
