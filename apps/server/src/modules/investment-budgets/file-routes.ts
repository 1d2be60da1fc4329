import type { FastifyInstance } from 'fastify'
import { registerSignedFiles } from '../../platform/files/signed-file.ts'
import type { Services } from '../../platform/services.ts'
import { budgetExport } from './export.ts'

/** The file behind the export's signed link. */
export function registerInvestmentBudgetFiles(app: FastifyInstance, services: Services): void {
  registerSignedFiles(app, services, [budgetExport.file])
}
