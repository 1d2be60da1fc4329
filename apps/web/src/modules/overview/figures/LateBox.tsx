import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NotLoaded } from '../../../ui/states/States.tsx'
import styles from './boxes.module.css'

interface Props<T> {
  title: string
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching' | 'refetch'>
  children: (data: T) => ReactNode
}

/** A box of a feature, whose figures come apart from those of the other boxes. */
export function LateBox<T>({ title, query, children }: Props<T>) {
  const { data, error } = query
  if (data !== undefined) return children(data)
  return (
    <article className={`${styles.box} ${error ? '' : styles.place}`} aria-label={title}>
      <NotLoaded of={query} lines={3} />
    </article>
  )
}
