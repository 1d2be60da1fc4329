import { z } from 'zod'
import { pageQuery, queryText } from './page.ts'

/** What every select takes; `subject_trees` is never paged. */
export const selectQuery = z.object({ ...pageQuery(), keywords: queryText })
export type SelectQuery = z.output<typeof selectQuery>
