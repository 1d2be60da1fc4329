import { type CreatedInvoices, FAILED, type InvoiceBody, UNCHECKED } from '@pianzhang/contract/invoices'
import { sql } from 'kysely'
import { audit } from '../../platform/audit/audit.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { jsonFor } from '../../platform/database/json.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import type { Use } from './allocate.ts'
import { usedFault } from './allocate.ts'
import { REPEATED } from './duplicates.ts'
import { added, contradiction, type Fields, type Form, formOf, reasonsOf } from './join.ts'
import { claimKeys, fileKey, keyOwners, lockNumbers, numberKey } from './keys.ts'
import {
  formatsOf,
  invoiceColumns,
  invoiceRows,
  loadInvoice,
  lockInvoices,
  type StoredInvoice,
  snapshot,
} from './load.ts'
import { goneFiles, type ReadFile, type ReadFiles } from './reading/read-files.ts'
import { createInvoices, type LinkedFile, linkFiles, type NewInvoice } from './save.ts'
import { usesOf } from './uses.ts'

/** A new invoice, or a stored one (`row`), with the uploaded files that it gets. */
interface Target {
  row?: StoredInvoice
  /** What payment lines use of the invoice. */
  uses?: readonly Use[]
  fields: Fields
  forms: Set<Form>
  files: ReadFile[]
}

/**
 * Creates an invoice for each one that was read from a file. A file with the number of another invoice, but in a new format, joins that invoice if their
 * fields agree. Duplicates, and files that contradict the invoice with their number, are stored as failed invoices; for a refused file there is
 * none.
 */
export async function addInvoices(
  tx: Tx,
  context: ProjectContext,
  { ahead: { files: read, refused } }: Input<unknown, unknown, InvoiceBody> & { ahead: ReadFiles },
): Promise<CreatedInvoices> {
  const now = { ...context, now: context.services.clock() }
  await lockFiles(tx, context, read)
  const byNumber = await storedTargets(tx, now, read)
  const targets: Target[] = []
  const placed = read.map((file) => {
    const { target, merged } = place(file, byNumber)
    if (!targets.includes(target)) targets.push(target)
    return { file, target, merged }
  })
  const fresh = targets.filter(({ row }) => !row)
  const codes = await createInvoices(tx, now, fresh.map(invoiceOf))
  for (const { row, fields, files } of targets)
    if (row && files.length > 0) await extend(tx, now, row, fields, files)
  const codeOf = (target: Target) => target.row?.code ?? codes[fresh.indexOf(target)]
  const items = await answer(
    tx,
    context,
    placed.map(({ file, target, merged }) => ({ file, merged, code: codeOf(target) })),
  )
  return { items, refused }
}

/** Locks the attachments until the commit, so that the clean-up keeps them. Throws 422 for those deleted while the files were read. */
async function lockFiles(tx: Tx, { project }: ProjectContext, files: readonly ReadFile[]): Promise<void> {
  const rows = await tx
    .selectFrom('attachments')
    .select('id')
    .where('project_id', '=', project.id)
    .where('id', '=', anyOf(files.map(({ attachment }) => attachment.id)))
    .orderBy('id')
    .forKeyShare()
    .execute()
  const found = new Set(rows.map(({ id }) => id))
  const gone = files.filter(({ attachment }) => !found.has(attachment.id))
  if (gone.length > 0) throw goneFiles(gone.map(({ index }) => index))
}

/**
 * Locks the project's invoices that have the numbers of these files; returns them by number key. The numbers are locked first: if two people
 * upload two formats of one invoice at once, the second upload finds the invoice of the first.
 */
async function storedTargets(
  tx: Tx,
  context: ProjectContext,
  files: readonly ReadFile[],
): Promise<Map<string, Target>> {
  const keys = [...new Set(files.flatMap((file) => keyOf(file) ?? []))]
  const targets = new Map<string, Target>()
  await lockNumbers(tx, context.companyId, keys)
  const owners = [...(await keyOwners(tx, context.companyId, keys))].filter(
    ([, owner]) => owner.project_id === context.project.id,
  )
  if (owners.length === 0) return targets
  const stored = await lockInvoices(
    tx,
    context,
    owners.map(([, owner]) => owner.invoice_code),
  )
  const ids = [...stored.values()].map(({ id }) => id)
  const formats = await formatsOf(tx, context.project.id, ids)
  const uses = await usesOf(tx, context.project.id, ids)
  for (const [key, owner] of owners) {
    const row = stored.get(owner.invoice_code)
    // Between the two reads a colleague may have failed or voided the invoice or changed its number.
    if (!row || row.status === FAILED || row.voided_at !== null || numberKey(row) !== key) continue
    targets.set(key, {
      row,
      uses: uses.get(row.id) ?? [],
      fields: { ...row, status: UNCHECKED },
      forms: new Set((formats.get(row.id) ?? []).map(formOf)),
      files: [],
    })
  }
  return targets
}

const keyOf = ({ fields }: ReadFile): string | null =>
  numberKey({
    invoice_type: fields.invoice_type ?? '',
    invoice_code: fields.invoice_code ?? '',
    invoice_number: fields.invoice_number ?? '',
  })

/** Chooses a file's invoice: the one with its number if the file can join it, else a new one. Adds new numbers to `byNumber`. */
function place(file: ReadFile, byNumber: Map<string, Target>): { target: Target; merged: boolean } {
  const key = keyOf(file)
  const form = formOf(file.format)
  const own: Target = { fields: file.fields, forms: new Set([form]), files: [file] }
  const same = key === null ? undefined : byNumber.get(key)
  if (!same) {
    if (key !== null) byNumber.set(key, own)
    return { target: own, merged: false }
  }
  // A second file of the same format is a duplicate; `createInvoices` finds it by its number.
  if (same.forms.has(form)) {
    const contrast = contradiction(same.fields, file.fields) ?? dayNote(same, file)
    own.fields = { ...file.fields, ...(contrast && { contrast: reasonsOf(REPEATED, contrast) }) }
    return { target: own, merged: false }
  }
  // What a person has settled is not joined by a file of another day; an open invoice is, and its reason has both.
  const day = dayNote(same, file)
  const together = { ...same.fields, ...added(same.fields, file.fields) }
  const reason =
    contradiction(same.fields, file.fields) ??
    (same.row && same.row.status !== UNCHECKED ? day : null) ??
    (same.row ? usedFault({ ...same.row, ...together }, same.uses ?? []) : null)
  if (reason) {
    own.fields = { ...file.fields, status: FAILED, reason }
    return { target: own, merged: false }
  }
  same.fields = { ...together, reason: reasonsOf(day ?? '', same.fields.reason, file.fields.reason) }
  same.forms.add(form)
  same.files.push(file)
  return { target: same, merged: true }
}

/** The days that an invoice's files give, if they differ; null if not. */
function dayNote({ fields, files }: Target, file: ReadFile): string | null {
  const [had, has] = [fields.billing_date, file.fields.billing_date]
  if (!had || !has || had === has) return null
  const first = files[0] ? `${files[0].format.toUpperCase()} ` : '已登记的发票'
  return `开票日期不一致：${first}为 ${had}，${file.format.toUpperCase()} 为 ${has}，请核对`
}

const invoiceOf = ({ fields, files }: Target): NewInvoice => ({
  ...fields,
  files: files.map(linkOf),
})

const linkOf = ({ attachment, sha256, part, pages }: ReadFile): LinkedFile => ({
  attachment_id: attachment.id,
  sha256,
  part,
  pages,
})

/** Adds files to a stored invoice and fills its empty fields from them; typed and checked values stay. */
async function extend(
  tx: Tx,
  context: ProjectContext,
  row: StoredInvoice,
  fields: Fields,
  files: readonly ReadFile[],
): Promise<void> {
  const { items, ...rest } = added({ ...row, status: UNCHECKED }, fields)
  await tx
    .updateTable('invoices')
    .set(({ eb }) => ({
      ...rest,
      ...(items && { items: jsonFor(items) }),
      ...(row.status === UNCHECKED && { reason: fields.reason ?? '' }),
      version: eb('version', '+', 1),
    }))
    .where('project_id', '=', context.project.id)
    .where('id', '=', row.id)
    .execute()
  const { length = 0 } = (await formatsOf(tx, context.project.id, [row.id])).get(row.id) ?? []
  const links = files.map((file, index) => ({
    ...linkOf(file),
    code: row.code,
    position: length + index + 1,
  }))
  await linkFiles(tx, context, links)
  await claimKeys(
    tx,
    context,
    files.map((file) => ({ key: fileKey(file), invoice_code: row.code })),
  )
  const after = await loadInvoice(tx, context, row.code)
  await audit(tx, context, {
    action: 'update',
    resource: 'invoice',
    code: row.code,
    label: after.invoice_number,
    before: snapshot(row),
    after: { ...snapshot(after), files: files.map(({ attachment }) => attachment.file_name) },
  })
}

async function answer(
  tx: Tx,
  context: ProjectContext,
  placed: readonly { file: ReadFile; merged: boolean; code: string | undefined }[],
): Promise<CreatedInvoices['items']> {
  const codes = [...new Set(placed.flatMap(({ code }) => code ?? []))]
  const { rows } = await sql<StoredInvoice>`select ${invoiceColumns} from invoices i
    where i.project_id = ${context.project.id} and i.code = any(${codes})`.execute(tx)
  const answers = await invoiceRows(tx, context, rows)
  return placed.flatMap(({ file, merged, code }) => {
    const at = rows.findIndex((row) => row.code === code)
    const [found, row] = [answers[at], rows[at]]
    if (!found || !row) return []
    const { code: attachment_code, file_name } = file.attachment
    return [{ ...found, items: row.items, attachment_code, file_name, pages: [...file.pages], merged }]
  })
}
