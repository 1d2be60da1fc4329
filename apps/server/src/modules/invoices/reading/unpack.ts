import { type Actor, audit } from '../../../platform/audit.ts'
import { anyOf, inTransaction, type Tx } from '../../../platform/database.ts'
import type { ProjectContext } from '../../../platform/route.ts'
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
 * Makes attachments of a zip's files, which belong to no record until the invoices are written; unused ones are cleared away like any upload. A zip
 * that is sent again gets those of the first time: the token of each names the zip and the file's place in it.
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
    for (const [index, file] of files.entries()) await insert(tx, actor, file, tokens[index]!)
    return await tx
      .selectFrom('attachments')
      .select(['id', 'code', 'kind', 'file_name', 'storage_key', 'token_id'])
      .where('project_id', '=', project.id)
      .where('token_id', '=', anyOf(tokens))
      .execute()
  })
  const used = new Set(kept.map(({ storage_key }) => storage_key))
  for (const { key } of files) if (!used.has(key)) await services.storage.remove(key)
  const place = (file: { token_id: string }) => tokens.indexOf(file.token_id)
  return kept.toSorted((a, b) => place(a) - place(b))
}

async function insert(
  tx: Tx,
  actor: Actor & { userId: bigint; project: { id: bigint } },
  file: UnpackedFile,
  token: string,
): Promise<void> {
  const inserted = await tx
    .insertInto('attachments')
    .values({
      project_id: actor.project.id,
      code: file.code,
      file_name: file.file_name,
      file_size: BigInt(file.file_size),
      kind: file.kind,
      storage_key: file.key,
      has_thumb: false,
      creator_id: actor.userId,
      token_id: token,
      created_at: actor.now,
    })
    .onConflict((oc) => oc.constraint('attachments_token').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return
  const after = { file_name: file.file_name, file_size: file.file_size }
  await audit(tx, actor, {
    action: 'create',
    resource: 'attachment',
    code: file.code,
    label: file.file_name,
    after,
  })
}
