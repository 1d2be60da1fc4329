import { flushSync } from 'react-dom'
import { forgetProjectQueries, queryClient } from '../../platform/query.ts'
import { profileQuery, readProfile } from '../../platform/session/session.ts'
import { tabProject } from '../../platform/session/tab.ts'
import { dismissQuestions } from '../../ui/popup/confirm.tsx'

/**
 * Takes this tab into another project: its profile first, then everything of the old one goes in one task, so that no click and no answer
 * of the old page meets the new `X-Project`. False: there is no such project for this person. Throws an ApiError when nobody answers.
 */
export async function enterProject(code: string, superseded?: AbortSignal): Promise<boolean> {
  const profile = await readProfile({ project: code, handled: true })
  await queryClient.cancelQueries({ queryKey: profileQuery.queryKey })
  // Another address was chosen meanwhile; its own call decides. From here to the new profile nothing is awaited.
  if (superseded?.aborted) return true
  if (profile.current_project?.code !== code) return false
  // Numbers of payments repeat in every project: a question about one of the old project must not delete one of the new.
  dismissQuestions()
  // ProjectPages takes the old page off the screen before this returns.
  flushSync(() => tabProject.set(code))
  queryClient.setQueryData(profileQuery.queryKey, profile)
  await forgetProjectQueries()
  return true
}
