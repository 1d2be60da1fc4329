import { z } from 'zod'
import { addressText } from '../../platform/address/address.ts'

/** What the address of the project list may say: a value that cannot be right is left out. */
export const projectSearch = z.object({
  keywords: z
    .string()
    .transform((words) => words.trim().slice(0, 200))
    .refine((words) => words !== '')
    .optional()
    .catch(undefined),
  /** The page of a project that was wanted before there was one: where the chosen project leads. */
  redirect: addressText,
})
