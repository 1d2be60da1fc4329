import { sql } from 'kysely'
import { type Actor, audit } from '../../../platform/audit/audit.ts'
import { anyOf, inTransaction, type Tx } from '../../../platform/database/database.ts'
import type { ProjectContext } from '../../../platform/http/route.ts'
import type { UnpackedFile } from '../originals/jobs.ts'

/** An attachment as it is read. */
export interface ReadableFile {
  id: bigint
  code: string
  kind: string
  file_name: string
  storage_key: string
}

/**
 * Makes a file's row before the file is stored, so that one whose server is killed is cleared away like any unused upload. Its token is its own until
 * `attachUnpacked`.
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

/** Removes files that belong to no zip, and their rows first: a file that stays has its row. */
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
 * Makes the files those of a zip, still without a record; unused ones are cleared away. A zip that is sent again gets those of the first time, and the
 * second ones are removed: the token of each names the zip and the file's place in it.
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
