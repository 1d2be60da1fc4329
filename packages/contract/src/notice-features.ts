import type { Feature } from './features.ts'

/** The features that speak through notices: with none of them on there is no bell. A file of its own, as every page asks for it first. */
export const NOTICE_FEATURES: readonly Feature[] = ['approval']
