import type { FastifyInstance } from 'fastify'
import { registerSignedFiles } from '../../platform/files/signed-file.ts'
import type { Services } from '../../platform/services.ts'
import { registerSheetImport } from '../../platform/sheet-import/routes.ts'
import { costBudgetCharts } from './charts.ts'
import { costBudgetExport } from './sheet/export.ts'
import { costBudgetSheet } from './sheet/ledger.ts'

/**
 * The routes that do not answer plain JSON: the import may stream its progress, the others are files behind signed
 * links.
 */
export function registerCostBudgetFiles(app: FastifyInstance, services: Services): void {
  registerSheetImport(app, services, costBudgetSheet)
  registerSignedFiles(app, services, [costBudgetExport.file, ...costBudgetCharts.map(({ file }) => file)])
}
