import type { FastifyInstance } from 'fastify'
import { registerSignedFiles } from '../../platform/files/signed-file.ts'
import type { Services } from '../../platform/services.ts'
import { registerSheetImport } from '../../platform/sheet-import/routes.ts'
import { imprestCharts } from './charts.ts'
import { imprestExport } from './sheet/export.ts'
import { imprestSheet } from './sheet/ledger.ts'

/**
 * The routes that do not answer plain JSON: the import may stream its progress, the others are files behind signed
 * links.
 */
export function registerImprestFiles(app: FastifyInstance, services: Services): void {
  registerSheetImport(app, services, imprestSheet)
  registerSignedFiles(app, services, [imprestExport.file, ...imprestCharts.map(({ file }) => file)])
}
