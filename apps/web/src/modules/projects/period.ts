import type { Project } from '@pianzhang/contract/projects'

/** 2026-03-01 – 2026-06-28, '' without either day. */
export const periodOf = ({ start_date_at: start, end_date_at: end }: Project): string =>
  start || end ? `${start ?? ''} – ${end ?? ''}`.trim() : ''
