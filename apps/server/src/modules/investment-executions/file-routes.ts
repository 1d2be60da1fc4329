import type { FastifyInstance } from 'fastify'
import { registerSignedFiles } from '../../platform/files/signed-file.ts'
import type { Services } from '../../platform/services.ts'
import { registerSheetImport } from '../../platform/sheet-import/routes.ts'
import { receiptCharts } from './charts.ts'
import { receiptExport } from './sheet/export.ts'
import { receiptSheet } from './sheet/ledger.ts'

/**
 * The routes that do not answer plain JSON: the import may stream its progress, the others are files behind signed
 * links.
 */
export function registerReceiptFiles(app: FastifyInstance, services: Services): void {
  registerSheetImport(app, services, receiptSheet)
  registerSignedFiles(app, services, [receiptExport.file, ...receiptCharts.map(({ file }) => file)])
}
