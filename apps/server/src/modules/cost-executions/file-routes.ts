import { importBody, importPreview, importResult } from '@pianzhang/contract/imports'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { inProject, open } from '../../platform/guard.ts'
import { admit, envelope } from '../../platform/http.ts'
import { IMPORT_NOTE, type Report, streamImport } from '../../platform/import-stream.ts'
import type { ProjectContext } from '../../platform/route.ts'
import type { Services } from '../../platform/services.ts'
import { EXPORT_PATH, sendExport } from './export.ts'
import { FAILED_ROWS_PATH, sendFailedRows } from './failed-rows.ts'
import { importPayments } from './import.ts'
import { previewPayments } from './preview.ts'
import { CHART_EXPORT_PATH, sendChart } from './statistics-export.ts'
import { sendTemplate, TEMPLATE_PATH } from './template.ts'

/** The routes whose answers are no plain JSON: the import may stream its progress, template and export are files behind signed links. */
export function registerPaymentFiles(app: FastifyInstance, services: Services, base: string): void {
  const streamed = (
    url: string,
    summary: string,
    answer: z.ZodType,
    run: (context: ProjectContext, file: string, report: Report, signal: AbortSignal) => Promise<unknown>,
  ) => {
    const route = { access: inProject('cost_execution', 'write'), summary, note: IMPORT_NOTE, writes: true }
    app.route<{ Body: z.output<typeof importBody> }>({
      method: 'POST',
      url: base + url,
      config: { route, bulk: true },
      schema: { body: importBody, response: { 200: envelope(answer) } },
      onRequest: (request) => admit(services, route, request),
      handler: (request, reply) =>
        streamImport(request, reply, (report, signal) =>
          run(
            { ...request.person, services } as ProjectContext,
            request.body.attachment_code,
            report,
            signal,
          ),
        ),
    })
  }
  streamed(
    '/cost_executions/import',
    'Import payments from an uploaded spreadsheet, all rows or none',
    importResult,
    importPayments,
  )
  streamed(
    '/cost_executions/import/preview',
    'Check a spreadsheet of payments, and write nothing',
    importPreview,
    previewPayments,
  )
  app.get(
    FAILED_ROWS_PATH,
    {
      exposeHeadRoute: false,
      config: {
        route: { access: open, summary: 'The rows with mistakes of a spreadsheet, by their signed address' },
        bulk: true,
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
      config: { route: { access: open, summary: 'A chart as a spreadsheet, by its signed address' } },
    },
    (request, reply) => sendChart(services, request, reply),
  )
}
