import { createContext } from 'react'
import type { z } from 'zod'

/** The fields of the API schema of the request that the form sends. */
export const Shape = createContext<Readonly<Record<string, z.ZodType>>>({})
