import { FAILURES } from '@pianzhang/contract/errors'
import type { Project, ProjectList, ProjectPending } from '@pianzhang/contract/projects'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, api } from '../../platform/api/api.ts'
import { recordCalls } from '../../platform/ledger/records.ts'

const PATH = '/api/manager/projects'
export const projects = recordCalls<Project>(PATH, 'projects')
const { at } = projects

/** Not paged: the page searches in the loaded projects. A 403 (an account without a role) is shown by the page, not as a toast. */
export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  meta: { shows: ['project'] },
  queryFn: async () =>
    (await api.get<ProjectList>(PATH, undefined, { handled: [FAILURES.forbidden.code] })).data,
})

/** The server refuses with 300010 and a message when the quota is used up. */
export const checkCreate = () => api.get(`${PATH}/check_create`)
/** What is under way in a project and cannot go on once it is archived. */
export const readPending = async (project: Project): Promise<ProjectPending> =>
  (await api.get<ProjectPending>(`${at(project.code)}/pending`)).data
export const archiveProject = (project: Project) => api.post(`${at(project.code)}/archive`)
export const unarchiveProject = (project: Project) => api.post(`${at(project.code)}/unarchive`)

/** Whether a colleague deleted the project while this page showed it. */
export const isGone = (error: unknown) => error instanceof ApiError && error.status === 404
