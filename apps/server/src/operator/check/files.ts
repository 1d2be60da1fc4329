import { INCOMING } from '../../base/attachments/upload/incoming.ts'
import type { Services } from '../../platform/services.ts'
import { compareProject, folderOf, ORPHAN_AGE_MS } from '../storage/compare.ts'
import type { CheckedProject, Report } from './report.ts'

/** Compares the files and sizes in the current rows, not those of the check's snapshot, with the storage, in both directions. */
export async function checkFiles(services: Services, project: CheckedProject, report: Report): Promise<void> {
  const { lacking, orphans } = await compareProject(services, project)
  if (lacking.length + orphans.length === 0 || (await isPurged(services, project))) return
  const texts = lacking.map(({ code, file_name, key, size, stored }) => {
    const what = `附件 ${code}（${file_name}）的${size === null ? '缩略图' : '文件'}`
    return stored === null
      ? `${what}不在存储中：${key}`
      : `${what}大小为 ${stored} 字节，应为 ${size} 字节：${key}`
  })
  report.add('files', project, texts)
  report.add(
    'files',
    project,
    orphans.map(({ key, size }) => `存储中的文件没有对应的附件：${key}（${size} 字节）`).sort(),
  )
}

/** Whether a purge of the project has begun since the snapshot: its files are removed after their rows. */
async function isPurged({ db }: Services, { id }: CheckedProject): Promise<boolean> {
  const { purging_at } = await db
    .selectFrom('projects')
    .select('purging_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return purging_at !== null
}

/** Reports stored files outside of the folders of projects. Only on a local disk: a bucket may have files of other programs. */
export async function checkStrayFiles(services: Services, report: Report): Promise<void> {
  if (services.config.storage.driver !== 'local') return
  const projects = await services.db
    .selectFrom('projects')
    .select('code')
    .where('purged_at', 'is', null)
    .execute()
  const folders = new Set(projects.map(({ code }) => folderOf(code)))
  const stray: string[] = []
  const before = services.clock().getTime() - ORPHAN_AGE_MS
  for await (const { key, size, modifiedAt } of services.storage.list('')) {
    // Direct uploads before their confirmation are no stray files: the `orphans` job deletes what is left of them.
    if (key.startsWith(INCOMING)) continue
    const folder = key.split('/', 2).join('/')
    if (!folders.has(`${folder}/`) && modifiedAt.getTime() < before)
      stray.push(`存储中的文件不属于任何项目：${key}（${size} 字节）`)
  }
  report.add('files', { companyCode: '—' }, stray)
}
