import { z } from 'zod'
import { addressText } from '../../platform/address/address.ts'

/** URL parameters of the project list; invalid values are left out. */
export const projectSearch = z.object({
  keywords: z
    .string()
    .transform((words) => words.trim().slice(0, 200))
    .refine((words) => words !== '')
    .optional()
    .catch(undefined),
  /** The project page requested before a project was selected; the selected project opens there. */
  redirect: addressText,
})
