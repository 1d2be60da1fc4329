import { z } from 'zod'

/** What the address of the project list may say: a value that cannot be right is left out. */
export const projectSearch = z.object({
  keywords: z
    .string()
    .transform((words) => words.trim().slice(0, 200))
    .refine((words) => words !== '')
    .optional()
    .catch(undefined),
})
