import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { setMenuCount } from '../../../platform/session/menuCounts.ts'
import { countsQuery } from './counts.ts'

/** Shows in the menu how many requests wait for the person; draws nothing itself. */
export default function Waiting() {
  const { data } = useQuery(countsQuery)
  const waiting = data?.waiting ?? 0
  useEffect(() => {
    setMenuCount('/approve', waiting)
    return () => setMenuCount('/approve', 0)
  }, [waiting])
  return null
}
