import { featureCode } from '../../../ui/code/featureCode.ts'

/** What approvals add to the list. */
export const useRequestParts = featureCode('approval', () => import('./requestTags.tsx'))
