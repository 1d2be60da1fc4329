import { thumbKey } from '../../base/attachments/link.ts'
import { eachConcurrently } from '../../platform/concurrency.ts'
import type { Services } from '../../platform/services.ts'
import type { StoredFile } from '../../platform/storage/storage.ts'

/** Least age of an orphan. A younger file without a row may belong to an upload that is under way, as uploads store the file before the row. */
export const ORPHAN_AGE_MS = 24 * 3600_000

/** Missing files that are looked up at the same time; if a bucket was lost, every file is missing. */
const AT_ONCE = 8

/** A file that a row names, and that the storage lacks or has with another size. */
interface LackingFile {
  /** Code of the attachment. */
  code: string
  file_name: string
  key: string
  /** Bytes; null for a thumbnail, whose size is in no row. */
  size: number | null
  /** Bytes in the storage; null if the file is missing. */
  stored: number | null
}

/** What differs between database and storage in one project. */
export interface Difference {
  project: { id: bigint; code: string }
  lacking: LackingFile[]
  /** Stored for a day or longer without a row. */
  orphans: StoredFile[]
}

export type Comparing = Pick<Services, 'db' | 'storage' | 'clock'>

export const folderOf = (projectCode: string) => `attachments/${projectCode}/`

/**
 * Compares the stored files of each project with its rows; yields the projects with a difference. Files that are uploaded or deleted meanwhile
 * are looked up again and are no difference. Ends between two projects when `signal` aborts. Throws `StorageDown` if the storage cannot be listed.
 */
export async function* compareFiles(services: Comparing, signal?: AbortSignal): AsyncGenerator<Difference> {
  const projects = await services.db.selectFrom('projects').select(['id', 'code']).orderBy('id').execute()
  for (const project of projects) {
    if (signal?.aborted) return
    const difference = await compareProject(services, project)
    if (difference.lacking.length + difference.orphans.length > 0) yield difference
  }
}

/** One project's part of `compareFiles`. */
export async function compareProject(
  services: Comparing,
  project: Difference['project'],
): Promise<Difference> {
  const named = await namedFiles(services, project.id)
  const lacking = new Map(named)
  const orphans: StoredFile[] = []
  const before = services.clock().getTime() - ORPHAN_AGE_MS
  for await (const file of services.storage.list(folderOf(project.code))) {
    const expected = named.get(file.key)
    // A thumbnail's size is in no row.
    if (expected && (expected.size === null || expected.size === file.size)) lacking.delete(file.key)
    else if (!expected && file.modifiedAt.getTime() < before) orphans.push(file)
  }
  return {
    project,
    lacking: await confirmed(services, project, lacking),
    orphans: await withoutRow(services, project, orphans),
  }
}

type NamedFile = Omit<LackingFile, 'stored'> & {
  /** True for a file from a zip: its row is written before the file, and remains without it if the server is killed. */
  mayLack: boolean
}

/** The files that a project's rows name, by key. */
async function namedFiles({ db }: Comparing, projectId: bigint): Promise<Map<string, NamedFile>> {
  const rows = await db
    .selectFrom('attachments')
    .where('project_id', '=', projectId)
    .where('storage_key', '!=', '')
    .select(['code', 'file_name', 'file_size', 'storage_key', 'has_thumb', 'token_id'])
    .orderBy('id')
    .execute()
  return new Map(
    rows.flatMap(({ code, file_name, file_size, storage_key, has_thumb, token_id }) => {
      const mayLack = token_id.startsWith('unpacked:')
      const file = { code, file_name, key: storage_key, size: Number(file_size), mayLack }
      const thumb = { ...file, key: thumbKey(storage_key), size: null }
      return (has_thumb ? [file, thumb] : [file]).map((one) => [one.key, one] as const)
    }),
  )
}

/** Looks again at what seemed to be lacking: the clean-up may have removed its row in between. */
async function confirmed(
  services: Comparing,
  project: Difference['project'],
  lacking: ReadonlyMap<string, NamedFile>,
): Promise<LackingFile[]> {
  if (lacking.size === 0) return []
  const still = await namedFiles(services, project.id)
  const found = new Map<string, LackingFile>()
  await eachConcurrently(AT_ONCE, lacking.values(), async ({ mayLack, ...file }) => {
    if (!still.has(file.key)) return
    const stored = (await services.storage.stat(file.key))?.size ?? null
    const sound = stored === null ? mayLack : file.size === null || file.size === stored
    if (!sound) found.set(file.key, { ...file, stored })
  })
  // In the order of the rows, whichever answer came first.
  return [...lacking.keys()].flatMap((key) => found.get(key) ?? [])
}

/** Looks again for rows: one may have been committed since the first look. */
async function withoutRow(
  services: Comparing,
  project: Difference['project'],
  files: readonly StoredFile[],
): Promise<StoredFile[]> {
  if (files.length === 0) return []
  const named = await namedFiles(services, project.id)
  return files.filter(({ key }) => !named.has(key))
}
