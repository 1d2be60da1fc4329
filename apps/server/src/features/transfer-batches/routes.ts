import { transferBatchApi } from '@pianzhang/contract/api/features'
import { fileAnswer } from '@pianzhang/contract/imports'
import { code } from '@pianzhang/contract/page'
import {
  transferBatch,
  transferBatchFile,
  transferBatchList,
  transferBatchQuery,
  transferBatchShown,
  transferBody,
  transferFormats,
  transferPreview,
} from '@pianzhang/contract/transfer-batches'
import { z } from 'zod'
import { inProject } from '../../platform/http/guard.ts'
import { type Route, read, write } from '../../platform/http/route.ts'
import { ledgerFiles } from '../../platform/sheet-import/ledger-files.ts'
import { cancelBatch } from './cancel.ts'
import { createBatch, previewBatch } from './create.ts'
import { batchFile, batchFileLink, refuseUnpayable } from './file.ts'
import { listFormats } from './formats.ts'
import { listBatches, loadBatch, showBatch } from './load.ts'

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
