import { compareProject, folderOf } from '../modules/attachments/stored/compare.ts'
import { INCOMING } from '../modules/attachments/stored/incoming.ts'
import type { Services } from '../platform/services.ts'
import type { StoredFile } from '../platform/storage/storage.ts'
import type { CheckedProject, Report } from './report.ts'

/** What is younger may still get its row or its project. */
const YOUNG_MS = 24 * 3600_000

const REASONS = { missing: '的文件不在存储中', size: '的文件大小与记录不一致' } as const

/** The files that the database names against those in the storage, in both directions. */
export async function checkFiles(services: Services, project: CheckedProject, report: Report): Promise<void> {
  const { lacking, orphans } = await compareProject(services, project)
  report.add(
    'files',
    project,
    lacking.map(
      ({ code, file_name, key, reason }) => `附件 ${code}（${file_name}）${REASONS[reason]}：${key}`,
    ),
  )
  report.add(
    'files',
    project,
    orphans.map(({ key, size }) => `存储中的文件没有对应的附件：${key}（${size} 字节）`).sort(),
  )
}

/** Files below no folder of these projects, in a folder of this server's own: a bucket may have files of others. */
export async function strayFiles(
  services: Services,
  projects: readonly { code: string }[],
): Promise<StoredFile[]> {
  if (services.config.storage.driver !== 'local') return []
  const folders = new Set(projects.map(({ code }) => folderOf(code)))
  const before = services.clock().getTime() - YOUNG_MS
  const stray: StoredFile[] = []
  for await (const file of services.storage.list('')) {
    const folder = file.key.slice(0, file.key.lastIndexOf('/') + 1)
    const isOurs = folders.has(folder) || file.key.startsWith(INCOMING)
    if (!isOurs && file.modifiedAt.getTime() < before) stray.push(file)
  }
  return stray
}
