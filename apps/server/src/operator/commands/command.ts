import type { Connection, Needs } from './connect.ts'

interface Option {
  text: string
  required?: boolean
}

export interface Command {
  name: string
  summary: string
  options: Record<string, Option>
  /** `current` unless given. */
  needs?: Needs
  /** Looks at the options before anything is opened or made. Throws an Error in Chinese. */
  check?(values: Record<string, string | undefined>): Promise<void>
  run(
    connection: Connection,
    values: Record<string, string | undefined>,
    // `failed`: the command found something wrong, and exits non-zero.
  ): Promise<{ message: string; data: Record<string, unknown>; failed?: boolean }>
}
