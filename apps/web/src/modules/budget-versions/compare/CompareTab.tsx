import type { BudgetVersion } from '@pianzhang/contract/budget-versions'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useAddress } from '../../../platform/address/useAddress.ts'
import { PageBody, PageHead } from '../../../ui/page/Page.tsx'
import { Empty, NotLoaded } from '../../../ui/states/States.tsx'
import { everyVersionQuery } from '../api.ts'
import { versionSearch } from '../search.ts'
import type { TabProps } from '../tabProps.ts'
import { versionName } from '../versions/columns.tsx'
import { Comparison } from './Comparison.tsx'
import styles from './compare.module.css'

/** The budget as it is now, as a side of the comparison. */
const CURRENT = 'current'

interface Props {
  versions: readonly BudgetVersion[]
  a: string
  b: string
  onChange: (sides: { a: string; b: string }) => void
}

/** What is compared with what. */
const Sides = ({ versions, a, b, onChange }: Props) => (
  <div className={styles.sides}>
    <Side label="原版本" versions={versions} value={a} onChange={(next) => onChange({ a: next, b })} />
    <Side label="对比版本" versions={versions} value={b} onChange={(next) => onChange({ a, b: next })} />
  </div>
)

interface SideProps {
  label: string
  versions: readonly BudgetVersion[]
  value: string
  onChange: (code: string) => void
}

const Side = ({ label, versions, value, onChange }: SideProps) => (
  <label>
    <span>{label}</span>
    <select value={value} onChange={(event) => onChange(event.target.value)}>
      <option value={CURRENT}>当前预算</option>
      {versions.map((version) => (
        <option key={version.code} value={version.code}>
          {versionName(version)}（{version.locked_at.slice(0, 10)}）
        </option>
      ))}
    </select>
  </label>
)

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
