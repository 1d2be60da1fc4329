import type { Model } from '@pianzhang/contract/permissions'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { menuPages } from '../../platform/session/menu.ts'

interface Props {
  /** Whose list. */
  of: Model
  /** Its filter. */
  search: object
  children: ReactNode
}

/** Opens a list in another tab, so that the dialog it is named in stays. */
export function RecordsLink({ of, search, children }: Props) {
  const path = menuPages().find(({ model, unlisted }) => model === of && !unlisted)?.path
  return (
    <Link to={path as string} search={search as never} target="_blank" rel="noopener">
      {children}
    </Link>
  )
}
