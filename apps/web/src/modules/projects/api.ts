import type { Project, ProjectList } from '@pianzhang/contract/projects'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, api } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'

const PATH = '/api/manager/projects'
const at = (project: { code: string }) => `${PATH}/${encodeURIComponent(project.code)}`

/** Not paged: search happens in what is loaded. */
export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  meta: { shows: ['project'] },
  queryFn: async () => (await api.get<ProjectList>(PATH)).data,
})

/** What the form sends; `projectBody` of the contract is what the server makes of it. */
export interface ProjectForm {
  name: string
  director: string
  main_character: string
  desc: string
  start_date_at: string | null
  end_date_at: string | null
}

/** Refused with 300010 (in its words) when the quota is used up. */
export const checkCreate = () => api.get(`${PATH}/check_create`)
export const createProject = (form: ProjectForm, idempotencyKey: string) =>
  api.post<Project>(PATH, form, { idempotencyKey, handled })
export const updateProject = (
  project: Project,
  form: ProjectForm & { version: number | undefined },
  idempotencyKey: string,
) => api.put<Project>(at(project), form, { idempotencyKey, handled })
/** As it is now; undefined: deleted meanwhile. */
export const latestProject = (project: Project): Promise<Project | undefined> =>
  api.get<Project>(at(project), undefined, { handled }).then(
    ({ data }) => data,
    (error: unknown) => {
      if (isGone(error)) return undefined
      throw error
    },
  )
export const archiveProject = (project: Project) => api.post(`${at(project)}/archive`)
export const unarchiveProject = (project: Project) => api.post(`${at(project)}/unarchive`)
export const deleteProject = (project: Project) => api.delete(at(project))

/** A colleague deleted it while it was on this page. */
export const isGone = (error: unknown) => error instanceof ApiError && error.status === 404
