import { transferBatchApi } from '@pianzhang/contract/api/features'
import { fileAnswer } from '@pianzhang/contract/imports'
import { code } from '@pianzhang/contract/page'
import {
  type TransferBatch,
  transferBatch,
  transferBatchFile,
  transferBatchList,
  transferBatchQuery,
  transferBatchShown,
  transferBody,
  transferFormats,
  transferPreview,
} from '@pianzhang/contract/transfer-batches'
import { sql } from 'kysely'
import { z } from 'zod'
import { audit } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { refused } from '../../platform/http/errors.ts'
import { inProject } from '../../platform/http/guard.ts'
import { type Input, type ProjectContext, type Route, read, write } from '../../platform/http/route.ts'
import { ledgerFiles } from '../../platform/sheet-import/ledger-files.ts'
import { createBatch, previewBatch } from './create.ts'
import { batchFile, batchFileLink, refuseUnpayable } from './file.ts'
import { listFormats } from './formats.ts'
import { listBatches, loadBatch, logEntry, readBatch, showBatch } from './load.ts'

const params = z.object({ code })
const may = (action: 'read' | 'write') => inProject('transfer_batch', action)

/** Batches: saved payments as a file for the bank. */
export const transferBatchRoutes: Route[] = [
  read(
    transferBatchApi.list,
    {
      summary: 'A page of batches',
      access: may('read'),
      query: transferBatchQuery,
      answer: transferBatchList,
    },
    listBatches,
  ),
  read(
    transferBatchApi.formats,
    { summary: 'The banks that files can be made for', access: may('write'), answer: transferFormats },
    listFormats,
  ),
  read(
    transferBatchApi.preview,
    {
      summary: 'What a batch would be, and what the bank would refuse',
      access: may('write'),
      body: transferBody,
      answer: transferPreview,
    },
    previewBatch,
  ),
  read(
    transferBatchApi.show,
    { summary: 'One batch with its payments', access: may('read'), params, answer: transferBatchShown },
    showBatch,
  ),
  write(
    transferBatchApi.create,
    {
      summary: 'Make a batch',
      access: may('write'),
      body: transferBody,
      answer: transferBatchFile,
      writeMs: 28_000,
    },
    createBatch,
  ),
  read(
    transferBatchApi.file,
    {
      summary: 'A link to the file of a batch',
      access: may('write'),
      params,
      answer: fileAnswer,
    },
    async (db, context, { params: { code: own } }) => {
      const batch = await loadBatch(db, context.project.id, own)
      await refuseUnpayable(db, context.project.id, batch)
      return { file_url: batchFileLink(context, batch.code) }
    },
  ),
  write(
    transferBatchApi.cancel,
    { summary: 'Cancel a batch', access: may('write'), params, answer: transferBatch },
    cancelBatch,
  ),
]

export const registerTransferFiles = ledgerFiles({ files: [{ file: batchFile }] })

/** Cancels a batch, which frees its payments; what its file said stays. */
async function cancelBatch(
  tx: Tx,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<TransferBatch> {
  const projectId = context.project.id
  const batch = await loadBatch(tx, projectId, params.code, true)
  if (batch.state === 'cancelled') throw refused(`网银批量文件 ${batch.code} 已作废`)
  const { rows } = await sql<{ code: string }>`update transfer_batch_payments t set payment_id = null
    where t.project_id = ${projectId} and t.batch_id = ${batch.id} returning t.code`.execute(tx)
  await sql`update transfer_batches b set state = 'cancelled', cancelled_at = ${context.now}
    where b.project_id = ${projectId} and b.id = ${batch.id}`.execute(tx)
  const saved = await readBatch(tx, context, params.code)
  await audit(tx, context, logEntry('void', saved, { payments: rows.map(({ code }) => code) }))
  return saved
}
