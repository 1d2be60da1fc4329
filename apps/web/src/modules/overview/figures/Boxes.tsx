import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { can, currentProfile, useCan } from '../../../platform/session/session.ts'
import { lightPage } from '../../../ui/code/lazy.tsx'
import { TextSkeleton } from '../../../ui/states/Loading.tsx'
import { Failed } from '../../../ui/states/States.tsx'
import { amountsQuery, contractsQuery } from '../api.ts'
import styles from './boxes.module.css'
import { boxesOf } from './boxes.ts'
import { ProgressBox } from './ProgressBox.tsx'

/** Of the feature cost_report. */
const FinalCost = lightPage(() => import('./FinalCost.tsx'))
/** Of the feature missing_invoice. */
const Missing = lightPage(() => import('./Missing.tsx'))
/** Loaded before the boxes are drawn, so that nothing below them moves. */
export async function ready(): Promise<void> {
  const profile = currentProfile()
  if (!profile) return
  await Promise.all([
    can(profile, 'cost_report', 'read') && FinalCost.preload(),
    can(profile, 'missing_invoice', 'read') && Missing.preload(),
  ])
}

const PLACES = ['预算现金流', '执行现金流', '投资对比', '费用对比', '合同付款']

/** The five progress boxes; until the figures arrive, placeholders of the same height, so that nothing below moves. */
export function Boxes() {
  const sums = useQuery(amountsQuery)
  const contracts = useQuery(contractsQuery)
  const may = useCan()
  const late = (
    <>
      {may('cost_report', 'read') && (
        <Suspense>
          <FinalCost />
        </Suspense>
      )}
      {may('missing_invoice', 'read') && (
        <Suspense>
          <Missing />
        </Suspense>
      )}
    </>
  )
  if (sums.data && contracts.data)
    return (
      <div className={styles.boxes}>
        {boxesOf(sums.data, contracts.data).map((box) => (
          <ProgressBox key={box.title} {...box} />
        ))}
        {late}
      </div>
    )
  const failed = [sums, contracts].filter((query) => query.error && !query.data)
  if (failed.length > 0)
    return (
      <Failed
        error={failed[0]?.error}
        onRetry={() => {
          for (const query of failed) void query.refetch()
        }}
        retrying={failed.some((query) => query.isFetching)}
      />
    )
  return (
    <div className={styles.boxes}>
      {PLACES.map((title) => (
        <article key={title} className={`${styles.box} ${styles.place}`} aria-label={title}>
          <TextSkeleton lines={3} />
        </article>
      ))}
      {late}
    </div>
  )
}
