import type { FastifyInstance } from 'fastify'
import { registerSignedFiles } from '../../platform/files/signed-file.ts'
import type { Services } from '../../platform/services.ts'
import { registerSheetImport } from '../../platform/sheet-import/routes.ts'
import { contractExport } from './sheet/export.ts'
import { contractSheet } from './sheet/ledger.ts'

/**
 * The routes that do not answer plain JSON: the import may stream its progress, the others are files behind signed
 * links.
 */
export function registerContractFiles(app: FastifyInstance, services: Services): void {
  registerSheetImport(app, services, contractSheet)
  registerSignedFiles(app, services, [contractExport.file])
}
