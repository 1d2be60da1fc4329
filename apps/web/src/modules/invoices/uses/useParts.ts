import { featureCode } from '../../../ui/code/featureCode.ts'

export type UsesParts = typeof import('./columns.ts')

/** What the feature `missing_invoice` adds to the list. */
export const useUsesParts = featureCode('missing_invoice', () => import('./columns.ts'))
