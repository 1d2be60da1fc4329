import type { FastifyInstance } from 'fastify'
import { registerSignedFiles, type SignedFile } from '../files/signed-file.ts'
import type { Services } from '../services.ts'
import type { LedgerSheet } from './ledger.ts'
import { registerSheetImport } from './routes.ts'

interface LedgerFiles<K extends string, Row> {
  /** Without it nothing is imported. */
  sheet?: LedgerSheet<K, Row>
  /** The files behind the signed links of exports and charts. */
  files: readonly { file: SignedFile }[]
}

/**
 * Returns a function that registers the routes of a ledger that do not answer plain JSON: its import, which may stream its
 * progress, and the files behind signed links.
 */
export const ledgerFiles =
  <K extends string, Row>({ sheet, files }: LedgerFiles<K, Row>) =>
  (app: FastifyInstance, services: Services): void => {
    if (sheet) registerSheetImport(app, services, sheet)
    registerSignedFiles(
      app,
      services,
      files.map(({ file }) => file),
    )
  }
