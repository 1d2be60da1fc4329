import { markReloaded } from '../../platform/changes/exceptOwn.ts'
import { queryClient } from '../../platform/query.ts'
import { refreshProfile } from '../../platform/session/session.ts'
import { projectsQuery } from './api.ts'

/** After a write: reloads the projects, and the profile, as the project of this tab may have changed. Failures have been shown already. */
export async function projectsChanged(): Promise<void> {
  markReloaded('project')
  await Promise.allSettled([
    queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey }),
    refreshProfile(),
  ])
}
