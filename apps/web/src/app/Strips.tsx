import type { Profile } from '@pianzhang/contract/session'
import { messagesQuery } from '../modules/reminders/strip/messages.ts'
import { StripPlaceholder } from '../modules/reminders/strip/StripPlaceholder.tsx'
import { isCompanyPath } from '../platform/address/search.ts'
import { useOutage } from '../platform/api/connection.ts'
import { queryClient } from '../platform/query.ts'
import { can, currentProfile, useProfile, useReadOnly } from '../platform/session/session.ts'
import { Button } from '../ui/Button.tsx'
import { useCodeRetry } from '../ui/code/code.ts'
import { later } from '../ui/code/later.tsx'
import { loadMissingParts, useMissingPart } from '../ui/code/missingParts.ts'
import { IconOffline } from '../ui/icons.tsx'
import styles from './Strips.module.css'

/** Code of the open project, if this person may read its contract reminders or what is to be paid. */
const remindersOf = (profile: Profile, inProject: boolean): string | undefined =>
  inProject && (can(profile, 'contract_caution', 'read') || can(profile, 'payable', 'read'))
    ? profile.current_project?.code
    : undefined

const Reminders = later(
  async () => ({ default: (await import('../modules/reminders/strip/Strip.tsx')).Strip }),
  StripPlaceholder,
)

/** Loads the code and the messages of the red strip; called once the rows of the page are there. */
export function startReminders(): void {
  const profile = currentProfile()
  const project = profile && remindersOf(profile, !isCompanyPath(location.pathname))
  if (project === undefined) return
  void queryClient.prefetchQuery(messagesQuery(project))
  void Reminders.start()
}

/** Strips above the page: lost connection, missing code, read-only project, and the contracts' reminders. */
export function Strips({ inProject }: { inProject: boolean }) {
  const outage = useOutage()
  const readOnly = useReadOnly()
  const project = remindersOf(useProfile(), inProject)
  return (
    <>
      {outage && (
        <div className={`${styles.strip} ${styles.offline}`} role="status">
          <IconOffline size={14} />
          {outage === 'network' ? '网络已断开' : '无法连接服务器'}，恢复后会自动重连。
        </div>
      )}
      <MissingStrip />
      {inProject && readOnly && (
        <div className={`${styles.strip} ${styles.readOnly}`} role="status">
          {readOnly === 'archived' ? '项目已归档，仅可查看和导出。' : '项目已到期，仅可查看和导出。'}
        </div>
      )}
      {project !== undefined && <Reminders key={project} project={project} />}
    </>
  )
}

/** Warns that the code of some button or field is gone from the server: only reloading the page helps. */
function MissingStrip() {
  const missing = useMissingPart()
  useCodeRetry(missing, loadMissingParts)
  if (!missing?.gone) return null
  return (
    <div className={`${styles.strip} ${styles.missing}`} role="alert">
      {missing.message}
      <Button size="small" onClick={() => location.reload()}>
        刷新页面
      </Button>
    </div>
  )
}
