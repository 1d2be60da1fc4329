import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCan } from '../../../platform/session/session.ts'
import { TextSkeleton } from '../../../ui/states/Loading.tsx'
import type { Asking } from '../../cost-executions/editor/asking.ts'
import { rulesQuery } from '../rules/api.ts'
import styles from './asking.module.css'
import { askingOf } from './asking.tsx'

interface Props {
  /** A request is edited: it is saved as one, whatever its total. */
  always: boolean
  children: (asking: Asking) => ReactNode
}

/** The project's rules for the editor. Where they cannot be read, the server says which payments need approval. */
export default function WithRules({ always, children }: Props) {
  const { data, isPending } = useQuery({ ...rulesQuery, retry: false })
  const can = useCan()
  if (isPending)
    return (
      <div className={styles.loading}>
        <TextSkeleton lines={10} />
      </div>
    )
  return children(askingOf(data, always, can('payment_request', 'write')))
}
