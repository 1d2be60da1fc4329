import {
  type InvoiceTitle,
  TITLE_FIELDS,
  type TitleField,
  type titleUpdate,
} from '@pianzhang/contract/missing-invoices'
import { sql } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { checkVersion } from '../../platform/http/errors.ts'
import { mayNow } from '../../platform/http/guard.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { completed } from '../../platform/lists/records.ts'

type Title = Record<TitleField, string>
const fieldsOf = (value: (field: TitleField) => string): Title =>
  Object.fromEntries(TITLE_FIELDS.map(({ field }) => [field, value(field)])) as Title

/** Whom the project's invoices are made out to; `lock`: until the commit nobody else changes it. */
export async function loadTitle(
  db: Db | Tx,
  projectId: bigint,
  lock = false,
): Promise<Title & { version: number }> {
  const row = await db
    .selectFrom('invoice_titles')
    .select(['name', 'tax_no', 'address', 'phone', 'bank', 'account', 'version'])
    .where('project_id', '=', projectId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  return row ?? { ...fieldsOf(() => ''), version: 0 }
}

export async function showTitle(db: Db | Tx, context: ProjectContext): Promise<InvoiceTitle> {
  const title = await loadTitle(db, context.project.id)
  return { ...title, can: { write: mayNow(context, 'project', 'write') } }
}

/** Replaces it; a field that the body leaves out stays. Throws 409 for another version. */
export async function saveTitle(
  tx: Tx,
  context: ProjectContext,
  { body: given }: Input<unknown, unknown, z.output<typeof titleUpdate>>,
): Promise<InvoiceTitle> {
  const { project, now } = context
  const { version, ...before } = await loadTitle(tx, project.id, true)
  checkVersion(given.version, version)
  const { version: _, ...after } = completed(given, before)
  // Of two people who save the first one at once, the second violates the key, is run again and told of the other.
  if (version === 0)
    await tx
      .insertInto('invoice_titles')
      .values({ project_id: project.id, ...after, updated_at: now })
      .execute()
  else
    await tx
      .updateTable('invoice_titles')
      .set({ ...after, version: sql`version + 1`, updated_at: now })
      .where('project_id', '=', project.id)
      .execute()
  await audit(tx, context, {
    action: 'update',
    resource: 'missing_invoice',
    code: '',
    label: '开票信息',
    before: fieldsOf((field) => before[field]),
    after: fieldsOf((field) => after[field]),
  })
  return await showTitle(tx, context)
}
