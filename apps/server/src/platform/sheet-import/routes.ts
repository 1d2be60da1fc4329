import { importApi } from '@pianzhang/contract/api/ledger'
import { importBody, importPreview, importResult } from '@pianzhang/contract/imports'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { authorOf, type FileJob, runSheetJob } from '../files/file-jobs.ts'
import { IMPORT_NOTE, streamImport } from '../files/import-stream.ts'
import { registerSignedFiles } from '../files/signed-file.ts'
import { admit, envelope } from '../http/register.ts'
import { MANAGER, type ProjectContext } from '../http/route.ts'
import type { Services } from '../services.ts'
import { failedRowsFile } from './failed-rows.ts'
import { importJob, previewJob, type UploadedFile } from './jobs.ts'
import type { LedgerSheet } from './ledger.ts'
import { templateFile } from './template.ts'

/**
 * Registers import and preview, which may stream progress, and the files of failed rows and template. See
 * `templateRoute` for its link.
 */
export function registerSheetImport<K extends string, Row>(
  app: FastifyInstance,
  services: Services,
  ledger: LedgerSheet<K, Row>,
): void {
  const streamed = <R>(
    url: string,
    summary: string,
    answer: z.ZodType,
    job: FileJob<UploadedFile, R>,
    done: (result: R) => void = () => undefined,
  ) => {
    const route = { access: ledger.access, summary, note: IMPORT_NOTE, writes: true }
    app.route<{ Body: z.output<typeof importBody> }>({
      method: 'POST',
      url: MANAGER + url,
      config: { route },
      schema: { body: importBody, response: { 200: envelope(answer) } },
      onRequest: (request) => admit(services, route, request),
      handler: (request, reply) =>
        streamImport(services, request, reply, async (task) => {
          const context = { ...request.person, services } as ProjectContext
          const input = { author: authorOf(context), file: request.body.attachment_code }
          const owner = { person: context.userCode, company: String(context.companyId) }
          const result = await runSheetJob(services, job, input, {
            ...task,
            owner,
            emit: async () => undefined,
          })
          done(result)
          return result
        }),
    })
  }
  const { path, records } = ledger
  streamed(
    importApi(path).run.path,
    `Import ${records} from an uploaded spreadsheet, all rows or none`,
    importResult,
    importJob(ledger),
    ({ status, total }) => {
      if (status === 'succeeded') services.vacuum.imported(total)
    },
  )
  streamed(
    importApi(path).preview.path,
    `Check a spreadsheet of ${records}, and write nothing`,
    importPreview,
    previewJob(ledger),
  )
  registerSignedFiles(app, services, [failedRowsFile(ledger), templateFile(ledger)])
}
