import type { Connection, Needs } from './connect.ts'

interface Option {
  text: string
  required?: boolean
  /** Given without its value, which `secret` asks for: others on the machine see arguments in the list of processes. */
  secret?: true
}

export interface Command {
  name: string
  summary: string
  options: Record<string, Option>
  /** `current` unless given. */
  needs?: Needs
  /** The option that may be given without its name. */
  positional?: string
  /** Whether the command writes its data to standard output: its messages then go to standard error. */
  toStdout?(values: Record<string, string | undefined>): boolean
  /** Looks at the options before anything is opened or made. Throws an Error in Chinese. */
  check?(values: Record<string, string | undefined>): Promise<unknown>
  run(
    connection: Connection,
    values: Record<string, string | undefined>,
    // `failed`: the command found something wrong, and exits non-zero.
  ): Promise<{ message: string; data: Record<string, unknown>; failed?: boolean }>
}
