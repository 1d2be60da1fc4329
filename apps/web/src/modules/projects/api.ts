import { projectApi } from '@pianzhang/contract/api/sessions'
import { FAILURES } from '@pianzhang/contract/errors'
import type { Project } from '@pianzhang/contract/projects'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, call, read } from '../../platform/api/api.ts'
import { recordCalls } from '../../platform/ledger/records.ts'

export const projects = recordCalls(projectApi, 'projects')
const of = ({ code }: Project) => ({ params: { code } })

/** Not paged: the page searches in the loaded projects. A 403 (an account without a role) is shown by the page, not as a toast. */
export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  meta: { shows: ['project'] },
  queryFn: () => read(projectApi.list, { handled: [FAILURES.forbidden.code] }),
})

/** The server refuses with 300010 and a message when the quota is used up. */
export const checkCreate = () => call(projectApi.checkCreate)
/** What is under way in a project and cannot go on once it is archived. */
export const readPending = (project: Project) => read(projectApi.pending, of(project))
export const archiveProject = (project: Project) => call(projectApi.archive, of(project))
export const unarchiveProject = (project: Project) => call(projectApi.unarchive, of(project))

/** Whether a colleague deleted the project while this page showed it. */
export const isGone = (error: unknown) => error instanceof ApiError && error.status === 404
