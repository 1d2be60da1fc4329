import type { ReactElement } from 'react'
import type { LoadState } from '../../platform/ledger/selects.ts'
import { Button } from '../Button.tsx'
import { IconWarning } from '../icons.tsx'
import styles from './LoadFailed.module.css'

/** Shown in a drop-down whose options failed to load. */
export const LoadFailed = ({ state }: { state: LoadState }) => (
  <div className={styles.failed} role="alert">
    <IconWarning size={14} className={styles.icon} />
    加载失败
    <Button type="link" size="small" loading={state.loading} onClick={state.retry}>
      重试
    </Button>
  </div>
)

/**
 * Props for antd selects with options from the server: the drop-down shows loading or failure. Opening it retries,
 * because the button inside is not reachable by keyboard. `entries`: options still available.
 */
export function loadProps(state: LoadState, entries: number, onOpenChange?: (open: boolean) => void) {
  const { failed, loading, retry } = state
  return {
    loading: loading && !failed,
    onOpenChange: (open: boolean) => {
      if (open && failed && !loading) retry()
      onOpenChange?.(open)
    },
    // Shown as the list's empty content, because the list handles the keys.
    ...(failed && entries === 0 ? { notFoundContent: <LoadFailed state={state} /> } : {}),
    ...(loading && !failed ? { notFoundContent: '加载中…' } : {}),
    ...(failed && entries > 0
      ? {
          popupRender: (menu: ReactElement) => (
            <>
              {menu}
              <LoadFailed state={state} />
            </>
          ),
        }
      : {}),
  }
}
