import type { Services } from '../../../platform/services.ts'
import { httpProvider } from './http.ts'
import { offlineProvider } from './offline.ts'
import type { VerificationProvider } from './provider.ts'

/** The provider of the configuration. */
export const providerOf = ({ config, timing }: Services): VerificationProvider =>
  config.invoiceCheck ? httpProvider(config.invoiceCheck, timing) : offlineProvider
