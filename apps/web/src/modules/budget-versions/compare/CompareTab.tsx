import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useAddress } from '../../../platform/address/useAddress.ts'
import { PageBody, PageHead } from '../../../ui/page/Page.tsx'
import { Empty, NotLoaded } from '../../../ui/states/States.tsx'
import { everyVersionQuery } from '../api.ts'
import { versionSearch } from '../search.ts'
import type { TabProps } from '../tabProps.ts'
import { Comparison } from './Comparison.tsx'
import { CURRENT, Sides } from './Sides.tsx'

const route = getRouteApi('/in-project/budget/version')

/** 版本对比: two versions of the budget by subject; at first the locked one with the budget as it is. */
export default function CompareTab({ title, tabs }: TabProps) {
  const { search, change } = useAddress(route, versionSearch)
  const query = useQuery(everyVersionQuery)
  const { data } = query
  const a = search.a ?? data?.locked?.code ?? data?.items[0]?.code
  const b = search.b ?? CURRENT
  if (data && a !== undefined && (data.items.length > 0 || search.a !== undefined))
    return (
      <Comparison
        title={title}
        tabs={tabs}
        a={a}
        b={b}
        changed={search.only === 'changed'}
        onChanged={(only) =>
          change((old) => ({ ...old, only: only ? 'changed' : undefined }), {
            replace: true,
            resetScroll: false,
          })
        }
        sides={
          <Sides
            versions={data.items}
            a={a}
            b={b}
            onChange={(sides) => change((old) => ({ ...old, ...sides }))}
          />
        }
      />
    )
  return (
    <>
      <PageHead title={title} tabs={tabs} />
      <PageBody fill tab="compare">
        {data ? (
          <Empty text="还没有预算版本。锁定预算后，可以与当前预算对比。" />
        ) : (
          <NotLoaded of={query} lines={12} />
        )}
      </PageBody>
    </>
  )
}
