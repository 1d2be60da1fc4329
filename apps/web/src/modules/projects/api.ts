import type { Project, ProjectList } from '@pianzhang/contract/projects'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, api } from '../../platform/api/api.ts'
import { recordCalls } from '../../platform/ledger/records.ts'

const PATH = '/api/manager/projects'
export const projects = recordCalls<Project>(PATH, 'projects')
const { at } = projects

/** Not paged: search happens in what is loaded. */
export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  meta: { shows: ['project'] },
  queryFn: async () => (await api.get<ProjectList>(PATH)).data,
})

/** Refused with 300010 (in its words) when the quota is used up. */
export const checkCreate = () => api.get(`${PATH}/check_create`)
export const archiveProject = (project: Project) => api.post(`${at(project.code)}/archive`)
export const unarchiveProject = (project: Project) => api.post(`${at(project.code)}/unarchive`)

/** A colleague deleted it while it was on this page. */
export const isGone = (error: unknown) => error instanceof ApiError && error.status === 404
