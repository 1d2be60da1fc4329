import { flushSync } from 'react-dom'
import { forgetProjectQueries, queryClient } from '../../platform/query.ts'
import { profileQuery, readProfile } from '../../platform/session/session.ts'
import { tabProject } from '../../platform/session/tab.ts'
import { dismissQuestions } from '../../ui/popup/confirm.tsx'

/**
 * Switches this tab to a project: loads its profile, then drops the old project's state in one task, so that no old click or answer
 * meets the new `X-Project`. False: the person has no such project. Throws an ApiError when the call fails.
 */
export async function enterProject(code: string, superseded?: AbortSignal): Promise<boolean> {
  const profile = await readProfile({ project: code, handled: true })
  await queryClient.cancelQueries({ queryKey: profileQuery.queryKey })
  // A later navigation has replaced this one; its own call decides. From here to the new profile nothing is awaited.
  if (superseded?.aborted) return true
  if (profile.current_project?.code !== code) return false
  // Payment numbers repeat across projects: an open delete question must not apply to the new project's record.
  dismissQuestions()
  // ProjectPages takes the old page off the screen before this returns.
  flushSync(() => tabProject.set(code))
  queryClient.setQueryData(profileQuery.queryKey, profile)
  await forgetProjectQueries()
  return true
}
