import { featureOf } from '@pianzhang/contract/permissions'
import { LEDGERS, type LedgerResource } from '../../src/modules/ledgers.ts'
import { FEATURES_ON } from '../harness/harness.ts'
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

/** The path of a ledger's records below `/api/manager`. */
export const pathOf = ({ resource, table }: { resource: LedgerResource; table: string }): string =>
  SAMPLES[resource].path ?? table

/** Whether the tests of all routes make such records: not those of which a project has one at a time, nor those of features that are off. */
export const isCreated = (resource: LedgerResource): boolean =>
  !SAMPLES[resource].single && (FEATURES_ON || featureOf(resource) === undefined)
