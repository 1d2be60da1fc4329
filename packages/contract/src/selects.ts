import { z } from 'zod'
import { listOf, option, pageQuery, queryText } from './page.ts'

/** What every select takes; `subject_trees` is never paged. */
export const selectQuery = z.object({ ...pageQuery(), keywords: queryText })
export type SelectQuery = z.output<typeof selectQuery>

/** A role as an option. `refused`: why the caller may not give it to an account. */
const roleOption = option.extend({ refused: z.string().optional() })
export type RoleOption = z.output<typeof roleOption>
export const roleOptions = z.object(listOf(roleOption))
