import { LEDGERS, type LedgerResource } from '../../src/modules/ledgers.ts'
import type { LedgerSample } from './sample.ts'

/** The folder of a ledger: the name of its table with hyphens. */
const folderOf = (table: string) => table.replaceAll('_', '-')

/** Of every ledger, from `sample.ts` in its folder: one that is missing fails every test that needs them. */
export const SAMPLES = Object.fromEntries(
  await Promise.all(
    LEDGERS.map(async ({ resource, table }) => {
      const file: { SAMPLE: LedgerSample } = await import(`./${folderOf(table)}/sample.ts`)
      return [resource, file.SAMPLE]
    }),
  ),
) as Readonly<Record<LedgerResource, LedgerSample>>
