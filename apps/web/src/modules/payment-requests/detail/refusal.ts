import type { ApiError } from '../../../platform/api/api.ts'

/** Why an act was refused, with the messages of its fields. */
export interface Refusal {
  message: string
  fields: readonly string[]
}

export const refusalOf = ({ message, errors }: Pick<ApiError, 'message' | 'errors'>): Refusal => ({
  message,
  fields: [...new Set(errors.map((error) => error.message))].filter((text) => text !== message),
})
