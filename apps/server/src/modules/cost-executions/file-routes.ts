import type { FastifyInstance } from 'fastify'
import { registerSignedFiles } from '../../platform/files/signed-file.ts'
import type { Services } from '../../platform/services.ts'
import { registerSheetImport } from '../../platform/sheet-import/routes.ts'
import { paymentExport } from './sheet/export.ts'
import { paymentSheet } from './sheet/ledger.ts'
import { paymentCharts } from './statistics/charts.ts'

/**
 * The routes that do not answer plain JSON: the import may stream its progress, the others are files behind signed
 * links.
 */
export function registerPaymentFiles(app: FastifyInstance, services: Services): void {
  registerSheetImport(app, services, paymentSheet)
  registerSignedFiles(app, services, [paymentExport.file, ...paymentCharts.map(({ file }) => file)])
}
