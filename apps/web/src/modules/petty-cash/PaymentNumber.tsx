import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCan } from '../../platform/session/session.ts'

/** A payment that a write-off posted, as a link to it for those who may read payments. */
export function PaymentNumber({ code, children }: { code: string; children?: ReactNode }) {
  const shown = children ?? <span className="num">{code}</span>
  if (!useCan()('cost_execution', 'read')) return shown
  return (
    <Link to="/implement/cost" search={{ activeName: 'second', keywords: code }}>
      {shown}
    </Link>
  )
}
