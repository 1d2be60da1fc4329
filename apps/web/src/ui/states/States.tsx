import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { IconFilter, IconInbox, IconReload, IconWarning } from '../icons.tsx'
import { TextSkeleton } from './Loading.tsx'
import styles from './States.module.css'

interface StateProps {
  icon: ReactNode
  text: ReactNode
  children?: ReactNode
  /** The button is the page's next step: the other primary ones are outlined meanwhile (Button.module.css). */
  leads?: boolean
}

function State({ icon, text, children, leads }: StateProps) {
  return (
    <div className={styles.state} data-leads={leads || undefined}>
      <span className={styles.icon}>{icon}</span>
      <p>{text}</p>
      {children}
    </div>
  )
}

/** Shown when there are no records. `children`: the next step, if this person is allowed to take it. */
export function Empty({ text = '暂无数据', children }: { text?: ReactNode; children?: ReactNode }) {
  return (
    <State icon={<IconInbox size={22} />} text={text} leads>
      {children}
    </State>
  )
}

/** Several next steps side by side. */
export const Steps = ({ children }: { children: ReactNode }) => (
  <span className={styles.steps}>{children}</span>
)

/** Shown when no record matches the filter. */
export function NothingMatches({ onClear }: { onClear: () => void }) {
  return (
    <State icon={<IconFilter size={22} />} text="没有符合条件的数据">
      <Button onClick={onClear}>清除筛选</Button>
    </State>
  )
}

/** The call failed; the server's message is shown below if there is one. */
export function Failed({
  error,
  onRetry,
  retrying,
}: {
  error?: unknown
  onRetry: () => void
  retrying?: boolean
}) {
  return (
    <div role="alert">
      <State icon={<IconWarning size={22} className="red" />} text="加载失败">
        {error instanceof Error && error.message && <p className={styles.why}>{error.message}</p>}
        <Button icon={<IconReload size={14} />} onClick={onRetry} loading={retrying}>
          重试
        </Button>
      </State>
    </div>
  )
}

/** What stands in the place of a query's data while there are none: lines that load, or the failure. */
export const NotLoaded = ({
  of: { error, isFetching, refetch },
  lines,
}: {
  of: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
  lines?: number
}) =>
  error ? (
    <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
  ) : (
    <TextSkeleton lines={lines} />
  )
