import { createContext } from 'react'
import type { z } from 'zod'

/** The fields of the API schema that a form is sent to. */
export const Shape = createContext<Readonly<Record<string, z.ZodType>>>({})
