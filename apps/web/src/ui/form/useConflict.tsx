import { FAILURES } from '@pianzhang/contract/errors'
import { Alert, Button } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ApiError } from '../../platform/api/api.ts'
import { toast } from '../popup/toast.ts'
import styles from './useConflict.module.css'

/** The record being edited, which a colleague may save meanwhile. */
export interface Edited<R> {
  version: number
  /** As it is now; undefined: deleted. */
  latest: () => Promise<R | undefined>
  /** 最新内容：renders the colleague's version. */
  show: (latest: R) => ReactNode
}

/** What a form says when its record was changed or deleted meanwhile. Typed values stay. */
export function useConflict<R extends { version: number }>(edited?: Edited<R> | null) {
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const [latest, setLatest] = useState<R | null>(null)
  const version = useRef(edited?.version)
  const box = useRef<HTMLDivElement>(null)
  // The button that asked for it is gone, and would leave the focus on the body.
  useEffect(() => {
    if (latest) box.current?.focus()
  }, [latest])

  /** Shows the latest version; from then on saving overwrites it. */
  async function view() {
    // A failure has been reported by the call.
    const found = await edited?.latest().catch(() => null)
    if (found === undefined) toast.error(FAILURES.notFound.msg)
    if (!found) return
    version.current = found.version
    setLatest(found)
  }

  return {
    /** Of the record that a save overwrites. */
    version,
    /** Whether the failure was a newer version or a deleted record, which the notice says from now on. */
    refused: (error: ApiError): boolean => {
      if (error.code !== FAILURES.stale.code && error.code !== FAILURES.notFound.code) return false
      setLatest(null)
      setRefusal(error)
      return true
    },
    /** After a save that leaves the form open. */
    settle: (saved: R): void => {
      version.current = saved.version
      setRefusal(null)
      setLatest(null)
    },
    /** Above the form. */
    notice: refusal && (
      <div ref={box} className={styles.refusal ?? ''} tabIndex={-1}>
        <Alert
          type="warning"
          title={latest && edited ? edited.show(latest) : refusal.message}
          action={
            refusal.code === FAILURES.stale.code &&
            !latest && (
              <Button size="small" onClick={() => void view()}>
                查看最新内容
              </Button>
            )
          }
        />
      </div>
    ),
  }
}
