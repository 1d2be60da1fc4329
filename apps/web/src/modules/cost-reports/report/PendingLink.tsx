import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCan } from '../../../platform/session/session.ts'

/** To the requests that are under way, for those who may read them. */
export const PendingLink = ({ children }: { children: ReactNode }) =>
  useCan()('payment_request', 'read') ? (
    <Link to="/approve" search={{ tab: 'all', states: ['pending'] } as never}>
      {children}
    </Link>
  ) : (
    children
  )
