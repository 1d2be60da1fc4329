import { type ReactNode, useState } from 'react'
import { useCan, useFeature } from '../../../../platform/session/session.ts'
import { TextSkeleton } from '../../../../ui/states/Loading.tsx'
import type { Asking } from '../asking.ts'
import styles from './asking.module.css'
import { askingOf } from './asking.tsx'
import { reloadRules } from './rules.ts'
import { useRules } from './useRules.ts'

interface Props {
  /** A request is edited: it is saved as one, whatever its total. */
  always: boolean
  children: (asking: Asking | undefined) => ReactNode
}

/**
 * The project's rules for the editor. Where they cannot be read, the server says which payments need approval. While the feature is off a payment is saved as
 * without it.
 */
export default function WithRules({ always, children }: Props) {
  const can = useCan()
  const isOn = useFeature('approval')
  const { data, isLoading } = useRules()
  const [isRefused, setIsRefused] = useState(false)
  // Once shown, the form stays: a later read, as after a failed one, would replace it by the skeleton and lose what was typed.
  const [wasReady, setReady] = useState(false)
  const isReady = wasReady || !isOn || !isLoading
  if (isReady && !wasReady) setReady(true)
  if (!isReady)
    return (
      <div className={styles.loading}>
        <TextSkeleton lines={10} />
      </div>
    )
  if (!isOn && !always) return children(undefined)
  return children(
    askingOf({
      rules: data,
      always,
      mayAsk: can('payment_request', 'write'),
      isRefused,
      onRefused: () => {
        setIsRefused(true)
        void reloadRules()
      },
    }),
  )
}
