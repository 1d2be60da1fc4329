import type { FastifyInstance } from 'fastify'
import type { Services } from '../../platform/services.ts'
import { registerSignedFiles } from '../../platform/signed-file.ts'
import { receiptCharts } from './charts.ts'

/** The files of receipts behind signed links. */
export function registerReceiptFiles(app: FastifyInstance, services: Services): void {
  registerSignedFiles(
    app,
    services,
    receiptCharts.map(({ file }) => file),
  )
}
