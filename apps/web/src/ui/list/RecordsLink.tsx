import type { Model } from '@pianzhang/contract/permissions'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { MENU } from '../../platform/session/menu.ts'
import { useCan } from '../../platform/session/session.ts'

interface Props {
  /** Whose list. */
  of: Model
  /** Its filter. */
  search: object
  children: ReactNode
}

/** Opens a list in another tab, so that the dialog it is named in stays. Only text for a person who may not read that list. */
export function RecordsLink({ of, search, children }: Props) {
  const path = MENU.find(({ model, unlisted }) => model === of && !unlisted)?.path
  const may = useCan()
  if (path === undefined || !may(of, 'read')) return children
  return (
    <Link to={path} search={search as never} target="_blank" rel="noopener">
      {children}
    </Link>
  )
}
