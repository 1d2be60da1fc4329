import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toast } from '../popup/toast.ts'

/** What a dialog edits, read when it opens; undefined until it is there. Without it the reason is shown and the dialog closes. */
export function useRecordOrClose<R, K extends QueryKey>(
  query: UseQueryOptions<R, Error, R, K>,
  onClose: () => void,
): R | undefined {
  const { data, error } = useQuery(query)
  const failed = data === undefined && error !== null
  useEffect(() => {
    if (!failed) return
    toast.error(error?.message ?? '')
    onClose()
  }, [failed, error, onClose])
  return data
}
