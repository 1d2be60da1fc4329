import { projectApi, sessionApi } from '@pianzhang/contract/api/sessions'
import { FAILURES } from '@pianzhang/contract/errors'
import type { Feature } from '@pianzhang/contract/features'
import type { Action, Model } from '@pianzhang/contract/permissions'
import type { Profile } from '@pianzhang/contract/session'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { call, failure, read, reportFailure } from '../api/api.ts'
import type { CallOptions } from '../api/endpoint.ts'
import { forgetProjectQueries, queryClient } from '../query.ts'
import { tabProject } from './tab.ts'

/** The profile in the tab's project, or in the project of `options`. */
export const readProfile = (options?: CallOptions): Promise<Profile> => read(sessionApi.profile, options)

/** First part of the profile's key. */
export const PROFILE = 'profile'
export const profileQuery = queryOptions({
  queryKey: [PROFILE],
  meta: { shows: ['project'] },
  queryFn: async () => {
    const asked = tabProject.get()
    const data = await readProfile()
    // Other calls fail without access to the project, but this one only omits it. Reports the same failure, so that a page with typed text
    // asks before it is left.
    if (asked && !data.current_project && tabProject.get() === asked)
      reportFailure(failure(200, FAILURES.noProject))
    return data
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** The person who is signed in. Loaded before the first page is drawn, so it is always there. */
export const useProfile = (): Profile => useSuspenseQuery(profileQuery).data

/** The cached profile, for code outside components. */
export const currentProfile = (): Profile | undefined => queryClient.getQueryData(profileQuery.queryKey)

export const refreshProfile = (): Promise<Profile> =>
  queryClient.fetchQuery({ ...profileQuery, staleTime: 0 })

/**
 * Checks the permission only, not whether the project is read-only. The profile of the super administrator lists all permissions, too, but those for
 * what belongs to a feature that is off.
 */
export const can = (profile: Profile, model: Model, action: Action): boolean =>
  profile.current_permissions.some(
    (grant) => grant.resource_model === model && grant.actions.includes(action),
  )

/** Whether the company has this feature on. */
export const useFeature = (feature: Feature): boolean => useProfile().features.includes(feature)

/** Why the open project only answers reads and exports; null when it takes writes too. */
export function useReadOnly(): 'archived' | 'expired' | null {
  const project = useProfile().current_project
  if (project?.archive_at) return 'archived'
  return project?.expired ? 'expired' : null
}

/** Resources of the company, which an archived project does not lock. */
const COMPANY_MODELS: readonly Model[] = ['project', 'order', 'user', 'role', 'payee', 'audit_log']

/**
 * `const can = useCan(); can('cost_execution', 'write')`: permission granted and project not read-only. For buttons of a
 * page; a row carries its own `can`.
 */
export function useCan(): (model: Model, action: Action) => boolean {
  const profile = useProfile()
  const readOnly = useReadOnly()
  return (model, action) => {
    if (readOnly && !COMPANY_MODELS.includes(model) && (action === 'write' || action === 'delete'))
      return false
    return can(profile, model, action)
  }
}

/** Stores the project as the session's last one, used by URLs that name none. The tab itself switches through its URL. */
export const selectProject = (code: string) => call(projectApi.select, { params: { code } })

/** Clears this tab's project after it was deleted or the person lost access. */
export async function forgetProject(): Promise<void> {
  tabProject.set(null)
  queryClient.setQueryData(
    profileQuery.queryKey,
    (profile) => profile && { ...profile, current_project: null },
  )
  await forgetProjectQueries()
}
