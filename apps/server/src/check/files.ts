import { thumbKey } from '../modules/attachments/link.ts'
import { anyOf, type Db, type Tx } from '../platform/database/database.ts'
import type { Services } from '../platform/services.ts'
import type { StoredFile } from '../platform/storage/storage.ts'
import type { CheckedProject, Report } from './report.ts'

/** Where the files of a project are. */
const FOLDER = 'attachments/'
export const folderOf = (project: Pick<CheckedProject, 'code'>) => `${FOLDER}${project.code}/`

/** A file is stored before its row is written, in seconds; what is younger than this may still get one. */
const YOUNG_MS = 3600_000

/** The files that the database names, with their sizes, against those in the storage, in both directions. */
export async function checkFiles(
  tx: Tx,
  services: Services,
  project: CheckedProject,
  report: Report,
): Promise<void> {
  const rows = await tx
    .selectFrom('attachments')
    .select(['code', 'file_name', 'file_size', 'storage_key', 'has_thumb', 'token_id'])
    .where('project_id', '=', project.id)
    .where('storage_key', '<>', '')
    .orderBy('id')
    .execute()
  const stored = new Map<string, StoredFile>()
  for await (const file of services.storage.list(folderOf(project))) stored.set(file.key, file)
  const wrong: { key: string; text: string }[] = []
  for (const { code, file_name, file_size, storage_key: key, has_thumb, token_id } of rows) {
    const size = stored.get(key)?.size
    const what = `附件 ${code}（${file_name}）`
    // Of a file out of a zip the row is written first, and stays without a file if the server is killed.
    const mayLack = token_id.startsWith('unpacked:')
    if (size === undefined && !mayLack) wrong.push({ key, text: `${what}的文件不在存储中：${key}` })
    else if (size !== undefined && BigInt(size) !== file_size)
      wrong.push({ key, text: `${what}的文件大小为 ${size} 字节，应为 ${file_size} 字节：${key}` })
    if (has_thumb && !stored.has(thumbKey(key)))
      wrong.push({ key, text: `${what}的缩略图不在存储中：${thumbKey(key)}` })
    stored.delete(key)
    stored.delete(thumbKey(key))
  }
  // Outside of the snapshot: the clean-up removes a file after its row.
  const named = await namedNow(services.db, project.id, wrong)
  report.add(
    'files',
    project,
    wrong.filter(({ key }) => named.has(key)).map(({ text }) => text),
  )
  const now = Date.now()
  report.add(
    'files',
    project,
    [...stored.values()]
      .filter(({ modifiedAt }) => now - modifiedAt.getTime() > YOUNG_MS)
      .map(({ key, size }) => `存储中的文件没有对应的附件：${key}（${size} 字节）`)
      .sort(),
  )
}

async function namedNow(
  db: Db,
  project: bigint,
  wrong: readonly { key: string }[],
): Promise<ReadonlySet<string>> {
  if (wrong.length === 0) return new Set()
  const rows = await db
    .selectFrom('attachments')
    .select('storage_key')
    .where('project_id', '=', project)
    .where('storage_key', '=', anyOf([...new Set(wrong.map(({ key }) => key))]))
    .execute()
  return new Set(rows.map(({ storage_key }) => storage_key))
}

/** Files below no folder of these projects. */
export async function strayFiles(
  services: Services,
  projects: readonly { code: string }[],
): Promise<StoredFile[]> {
  const folders = new Set(projects.map(folderOf))
  const stray: StoredFile[] = []
  const now = Date.now()
  for await (const file of services.storage.list('')) {
    const folder = file.key.slice(0, file.key.indexOf('/', FOLDER.length) + 1)
    if (!folders.has(folder) && now - file.modifiedAt.getTime() > YOUNG_MS) stray.push(file)
  }
  return stray
}
