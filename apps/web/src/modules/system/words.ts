import { type SystemBackup, type SystemJob, sizeText } from '@pianzhang/contract/system'
import { count } from '../../ui/count.ts'
import type { TagKind } from '../../ui/Tag.tsx'
import { formatMinute } from '../../ui/time.ts'

const DAY_S = 86_400
const HOUR_S = 3_600

export function uptimeText(seconds: number): string {
  if (seconds >= DAY_S)
    return `${Math.floor(seconds / DAY_S)} 天 ${Math.floor((seconds % DAY_S) / HOUR_S)} 小时`
  if (seconds >= HOUR_S)
    return `${Math.floor(seconds / HOUR_S)} 小时 ${Math.floor((seconds % HOUR_S) / 60)} 分钟`
  return `${Math.max(1, Math.floor(seconds / 60))} 分钟`
}

const BACKUP_STATES: Record<SystemBackup['state'], { text: string; kind?: TagKind }> = {
  running: { text: '未结束' },
  complete: { text: '完整', kind: 'green' },
  incomplete: { text: '缺少文件', kind: 'amber' },
  failed: { text: '失败', kind: 'red' },
}

/** How a backup ended. One without files is not called 完整, which would promise them. */
export const backupState = ({ state, content }: Pick<SystemBackup, 'state' | 'content'>) =>
  state === 'complete' && content === 'rows' ? { text: '仅数据' } : BACKUP_STATES[state]

/** What a backup holds, or why there is none. */
export function backupText({ state, failure, content, rows, files, lacking, bytes }: SystemBackup): string {
  if (state === 'failed') return failure
  if (state === 'running') return '正在备份'
  const parts = [
    `${count(rows ?? 0)} 行数据`,
    content === 'rows' ? '不含文件' : `${count(files ?? 0)} 个文件`,
  ]
  if (lacking) parts.push(`缺少 ${count(lacking)} 个文件`)
  if (bytes !== null) parts.push(sizeText(bytes))
  return parts.join('，')
}

/** Whether it was read back; nothing for what is no backup. */
export function verifiedText({ state, verified_at, verified }: SystemBackup): string {
  if (state === 'failed' || state === 'running') return ''
  if (verified_at === null) return '未校验'
  return verified === '' ? `${formatMinute(verified_at)} 校验无误` : '校验发现损坏'
}

/** Whether there is a copy elsewhere; nothing where none was made. */
export function copyText({ copied_at, copy_failure }: SystemBackup): string {
  if (copied_at === null) return copy_failure && `异地备份失败：${copy_failure}`
  const text = `${formatMinute(copied_at)} 已存到异地`
  return copy_failure === '' ? text : `${text}，但未清理更早的：${copy_failure}`
}

export const jobText = ({ ended_at, failures, failure }: SystemJob): string => {
  const last = ended_at === null ? '尚未完成过' : `上次完成 ${formatMinute(ended_at)}`
  return failures > 0 ? `${last}，连续失败 ${failures} 次：${failure}` : last
}
