import { sql } from 'kysely'
import { type Actor, audit } from '../../../platform/audit/audit.ts'
import { anyOf, inTransaction, type Tx } from '../../../platform/database/database.ts'
import type { ProjectContext } from '../../../platform/http/route.ts'
import type { UnpackedFile } from '../originals/jobs.ts'

/** The columns of an attachment that reading needs. */
export interface ReadableFile {
  id: bigint
  code: string
  kind: string
  file_name: string
  storage_key: string
}

/**
 * Inserts a file's attachment row before the file is stored, so that after a kill of the server the clean-up removes the file like any unused
 * upload. Until `attachUnpacked` the row has a token that names no zip.
 */
export async function noteUnpacked(
  { services, project, userId }: ProjectContext,
  { code, key, kind, file_name, file_size }: UnpackedFile,
): Promise<void> {
  await services.db
    .insertInto('attachments')
    .values({
      project_id: project.id,
      code,
      file_name,
      file_size: BigInt(file_size),
      kind,
      storage_key: key,
      has_thumb: false,
      creator_id: userId,
      token_id: `unpacked:${code}`,
      created_at: sql<Date>`now()`,
    })
    .execute()
}

/** Removes unpacked files that no zip needs. Rows go first, so that no row is left without its file; `orphans` finds a file without a row. */
export async function removeUnpacked(
  { services, project }: ProjectContext,
  files: readonly UnpackedFile[],
): Promise<void> {
  if (files.length === 0) return
  await services.db
    .deleteFrom('attachments')
    .where('project_id', '=', project.id)
    .where('code', '=', anyOf(files.map(({ code }) => code)))
    .execute()
  for (const { key } of files) await services.storage.remove(key)
}

/**
 * Assigns unpacked files to their zip by tokens that name the zip and the file's place in it. If the zip is sent again, returns the files of
 * the first time and removes the new ones. The clean-up removes files that no record uses.
 */
export async function attachUnpacked(
  context: ProjectContext,
  zip: ReadableFile,
  files: readonly UnpackedFile[],
): Promise<ReadableFile[]> {
  const { services, project } = context
  const tokens = files.map((_, index) => `zip:${zip.code}:${index}`)
  const kept = await inTransaction(services.db, async (tx) => {
    const actor = { ...context, now: services.clock() }
    const ofZip = () =>
      tx
        .selectFrom('attachments')
        .select(['id', 'code', 'kind', 'file_name', 'storage_key', 'token_id'])
        .where('project_id', '=', project.id)
        .where('token_id', '=', anyOf(tokens))
        .execute()
    const before = new Set((await ofZip()).map(({ token_id }) => token_id))
    for (const [index, file] of files.entries())
      if (!before.has(tokens[index]!)) await attach(tx, actor, file, tokens[index]!)
    return await ofZip()
  })
  const used = new Set(kept.map(({ code }) => code))
  await removeUnpacked(
    context,
    files.filter(({ code }) => !used.has(code)),
  )
  const place = (file: { token_id: string }) => tokens.indexOf(file.token_id)
  return kept.toSorted((a, b) => place(a) - place(b))
}

async function attach(
  tx: Tx,
  actor: Actor & { project: { id: bigint } },
  { code, file_name, file_size }: UnpackedFile,
  token_id: string,
): Promise<void> {
  await tx
    .updateTable('attachments')
    .set({ token_id })
    .where('project_id', '=', actor.project.id)
    .where('code', '=', code)
    .execute()
  await audit(tx, actor, {
    action: 'create',
    resource: 'attachment',
    code,
    label: file_name,
    after: { file_name, file_size },
  })
}
