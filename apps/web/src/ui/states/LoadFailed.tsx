import type { ReactElement } from 'react'
import type { LoadState } from '../../platform/ledger/selects.ts'
import { Button } from '../Button.tsx'
import { IconWarning } from '../icons.tsx'
import styles from './LoadFailed.module.css'

/** In a drop-down whose entries did not come. */
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
 * For every select of antd whose entries come from the server: that they are on their way or failed to come is said in its drop-down.
 * Opening it tries again, for the keyboard does not reach the button. `entries`: how many stand there all the same.
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
