import type { FastifyInstance } from 'fastify'
import { open } from '../../platform/guard.ts'
import type { Services } from '../../platform/services.ts'
import { registerSheetImport } from '../../platform/sheet-import/routes.ts'
import { registerSignedFiles } from '../../platform/signed-file.ts'
import { paymentExport } from './sheet/export.ts'
import { paymentSheet } from './sheet/ledger.ts'
import { CHART_EXPORT_PATH, sendChart } from './statistics/export.ts'

/** The routes whose answers are no plain JSON: the import may stream its progress, the others are files behind signed links. */
export function registerPaymentFiles(app: FastifyInstance, services: Services): void {
  registerSheetImport(app, services, paymentSheet)
  registerSignedFiles(app, services, [paymentExport])
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
