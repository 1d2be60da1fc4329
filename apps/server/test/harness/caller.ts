/** An answer: the HTTP status, the envelope's fields and the headers. */
export interface Answer {
  status: number
  code: number
  msg: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape; the contract is checked by the server itself
  data: any
  headers: Record<string, unknown>
}

export type Grants = Record<string, string[]>

/** A person of a test: calls carry their token and, if set, the project's code. */
export interface Caller {
  phone: string
  userId: bigint
  code: string
  token: string
  project: string | null
  get(path: string, query?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** The same person on another project. */
  on(project: string): Caller
}
