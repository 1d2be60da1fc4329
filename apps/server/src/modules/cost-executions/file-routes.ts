import { importBody, importPreview, importResult } from '@pianzhang/contract/imports'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { open } from '../../platform/guard.ts'
import { admit, envelope } from '../../platform/http.ts'
import { IMPORT_NOTE, streamImport } from '../../platform/import-stream.ts'
import type { ProjectContext } from '../../platform/route.ts'
import type { Services } from '../../platform/services.ts'
import { authorOf, runSheetJob, type SheetJob } from '../../platform/sheet-work.ts'
import { EXPORT_PATH, sendExport } from './sheet/export.ts'
import { FAILED_ROWS_PATH, sendFailedRows } from './sheet/failed-rows.ts'
import { IMPORT_ACCESS } from './sheet/import.ts'
import { importJob, type PaymentFile, previewJob } from './sheet/jobs.ts'
import { sendTemplate, TEMPLATE_PATH } from './sheet/template.ts'
import { CHART_EXPORT_PATH, sendChart } from './statistics/export.ts'

/** The routes whose answers are no plain JSON: the import may stream its progress, template and export are files behind signed links. */
export function registerPaymentFiles(app: FastifyInstance, services: Services, base: string): void {
  const streamed = <R>(url: string, summary: string, answer: z.ZodType, job: SheetJob<PaymentFile, R>) => {
    const route = { access: IMPORT_ACCESS, summary, note: IMPORT_NOTE, writes: true }
    app.route<{ Body: z.output<typeof importBody> }>({
      method: 'POST',
      url: base + url,
      config: { route },
      schema: { body: importBody, response: { 200: envelope(answer) } },
      onRequest: (request) => admit(services, route, request),
      handler: (request, reply) =>
        streamImport(services, request, reply, (task) => {
          const context = { ...request.person, services } as ProjectContext
          const input = { author: authorOf(context), file: request.body.attachment_code }
          const owner = { person: context.userCode, company: String(context.companyId) }
          return runSheetJob(services, job, input, { ...task, owner, emit: async () => undefined })
        }),
    })
  }
  streamed(
    '/cost_executions/import',
    'Import payments from an uploaded spreadsheet, all rows or none',
    importResult,
    importJob,
  )
  streamed(
    '/cost_executions/import/preview',
    'Check a spreadsheet of payments, and write nothing',
    importPreview,
    previewJob,
  )
  app.get(
    FAILED_ROWS_PATH,
    {
      exposeHeadRoute: false,
      config: {
        route: { access: open, summary: 'The rows with mistakes of a spreadsheet, by their signed address' },
      },
    },
    (request, reply) => sendFailedRows(services, request, reply),
  )
  app.get(
    TEMPLATE_PATH,
    { config: { route: { access: open, summary: 'The template, by its signed address' } } },
    (request, reply) => sendTemplate(services, request, reply),
  )
  app.get(
    EXPORT_PATH,
    // Asked with HEAD it would read a million rows for nothing.
    {
      exposeHeadRoute: false,
      config: { route: { access: open, summary: 'An export, by its signed address' }, bulk: true },
    },
    (request, reply) => sendExport(services, request, reply),
  )
  app.get(
    CHART_EXPORT_PATH,
    {
      exposeHeadRoute: false,
      config: {
        route: { access: open, summary: 'A chart as a spreadsheet, by its signed address' },
        bulk: true,
      },
    },
    (request, reply) => sendChart(services, request, reply),
  )
}
