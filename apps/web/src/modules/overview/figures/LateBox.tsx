import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { TextSkeleton } from '../../../ui/states/Loading.tsx'
import { Failed } from '../../../ui/states/States.tsx'
import styles from './boxes.module.css'

interface Props<T> {
  title: string
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching' | 'refetch'>
  children: (data: T) => ReactNode
}

/** A box of a feature, whose figures come apart from those of the other boxes. */
export function LateBox<T>({ title, query, children }: Props<T>) {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  return (
    <article className={`${styles.box} ${error ? '' : styles.place}`} aria-label={title}>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <TextSkeleton lines={3} />
      )}
    </article>
  )
}
