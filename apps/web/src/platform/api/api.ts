import type { FieldError } from '@pianzhang/contract/errors'
import { beginWrite } from '../changes/ownWrites.ts'
import { setByServer } from '../clock.ts'
import { tabProject } from '../session/tab.ts'
import { forgetUnanswered, underKey } from './unanswered.ts'

/**
 * The API client. It uses neither antd nor React: the login page loads it before both. The handler registered by
 * `onFailure` decides what a failure means for the whole page (log out, select a project …).
 */

/** `code` of failures that never reached the server. */
export const NETWORK = -1
export const TIMEOUT = -2

export const WORDS = {
  network: '无法连接服务器，请检查网络后重试',
  timeout: '请求超时，请稍后重试',
}
const TIMEOUT_MS = 10_000

export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
  /** The envelope's code, or NETWORK / TIMEOUT. */
  readonly code: number
  /** Wrong fields of a 422, in the API's notation; see `fieldPath` of the contract. */
  readonly errors: FieldError[]
  readonly requestId: string | undefined
  /** Seconds after which trying again makes sense, where the server said so. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: number,
    msg: string,
    errors: FieldError[] = [],
    requestId?: string,
    retryAfter?: number,
  ) {
    super(msg)
    this.status = status
    this.code = code
    this.errors = errors
    this.requestId = requestId
    this.retryAfter = retryAfter
  }
}

export interface Answer<T> {
  data: T
  msg: string
}

type Value = string | number | boolean | null | undefined
export type Query = Record<string, Value | readonly Value[]>

export interface CallOptions {
  /** Milliseconds; 0 lifts the limit of 10 s. */
  timeout?: number
  /** Sent as `Idempotency-Key`: the same key gives the same answer, so a repeated save is stored once. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** The project of this call; without it the tab's project. */
  project?: string | undefined
  /**
   * Failures that the caller shows itself, by code (`[422, 409]`); `true`: all of them. Failures that end the session or the project are
   * still handled for the whole page, unless `quiet`.
   */
  handled?: readonly number[] | true
  /** The caller handles everything, even the end of the session. */
  quiet?: boolean
  /** A POST that changes nothing (a preview, an export) is no write: it leaves unanswered writes their keys (unanswered.ts). */
  asks?: boolean
}

type FailureHandler = (error: ApiError, options: CallOptions) => void
let failed: FailureHandler = () => {}

/** Registers the handler that decides what a failure does to the page. */
export function onFailure(handler: FailureHandler): void {
  failed = handler
}

let remedy: (error: ApiError) => Promise<boolean> = async () => false

/**
 * Registers what may get from the person what a call lacks, such as a code of the second factor. If it resolves to true, the call is sent again as it was,
 * under the same Idempotency-Key. Returns a function that takes it back.
 */
export function onRemediable(ask: (error: ApiError) => Promise<boolean>): () => void {
  remedy = ask
  return () => {
    remedy = async () => false
  }
}

/** Reports a failure of a request that `api` did not send, such as the event stream's. */
export const reportFailure = (error: ApiError): void => failed(error, {})

/** `/path?a=1&b=x&b=y`; empty values are left out. */
function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value as Value])
      if (one !== undefined && one !== null && one !== '') search.append(key, String(one))
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

export interface Envelope {
  code?: number
  msg?: string
  data?: unknown
}

export function failure(
  status: number,
  envelope: Envelope | null,
  header: (name: string) => string | null = () => null,
): ApiError {
  const errors = (envelope?.data as { errors?: FieldError[] } | null | undefined)?.errors
  // Used when the response is no envelope, such as a proxy's error page; our server always sends a message.
  const wordless = status === 200 && envelope ? 'Error' : `服务暂时不可用，请稍后重试（${status}）`
  return new ApiError(
    status,
    envelope?.code ?? status,
    envelope?.msg || wordless,
    Array.isArray(errors) ? errors : [],
    header('x-request-id') ?? undefined,
    Number(header('retry-after')) || undefined,
  )
}

export async function readEnvelope(response: Response): Promise<Envelope> {
  const text = await response.text()
  let envelope: Envelope | null = null
  try {
    envelope = JSON.parse(text) as Envelope
  } catch {
    // A proxy may answer with HTML; the status is enough then.
  }
  if (!response.ok || envelope?.code !== 0)
    throw failure(response.status, envelope, (name) => response.headers.get(name))
  return envelope
}

interface SendOptions extends CallOptions {
  /** The id of a write (ownWrites.ts). */
  write?: string
}

/** Encoded, because a header holds bytes while a code from the address bar may hold any character. */
export const projectHeader = (code: string): string => encodeURIComponent(code)

function headersOf(options: SendOptions, body: unknown, accept: string): HeadersInit {
  const project = options.project ?? tabProject.get()
  return {
    Accept: accept,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(project ? { 'X-Project': projectHeader(project) } : {}),
    ...(options.write ? { 'X-Client-Id': options.write } : {}),
    ...(options.idempotencyKey ? { 'Idempotency-Key': options.idempotencyKey } : {}),
  }
}

/**
 * `read` is inside the try: timeout and lost connection may hit the body as well as the headers. An AbortError of the
 * caller's own signal is passed through.
 */
export async function send<T>(
  method: string,
  url: string,
  body: unknown,
  options: SendOptions,
  accept: string,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const limit = options.timeout ?? TIMEOUT_MS
  const clock = limit > 0 ? AbortSignal.timeout(limit) : undefined
  const signals = [clock, options.signal].filter((signal) => signal !== undefined)
  try {
    const response = await fetch(url, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: headersOf(options, body, accept),
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signals.length > 0 ? AbortSignal.any(signals) : null,
    })
    setByServer(response)
    return await read(response)
  } catch (error) {
    if (error instanceof ApiError || options.signal?.aborted) throw error
    if (clock?.aborted) throw new ApiError(0, TIMEOUT, WORDS.timeout)
    throw new ApiError(0, NETWORK, WORDS.network)
  }
}

/** Reports a failure to the page's handler and rethrows it. */
export function report(error: unknown, options: CallOptions): never {
  if (error instanceof ApiError && !options.quiet) failed(error, options)
  throw error
}

/** Runs a write under a new id; it counts as stored once `run` resolves. */
export async function writing<T>(run: (write: string) => Promise<T>): Promise<T> {
  const { id, end } = beginWrite()
  let stored = false
  try {
    const answer = await run(id)
    stored = true
    forgetUnanswered()
    return answer
  } finally {
    end(stored)
  }
}

async function call<T>(method: string, url: string, body: unknown, options: CallOptions): Promise<Answer<T>> {
  const ask = (own: SendOptions) => send(method, url, body, own, 'application/json', readEnvelope)
  const attempt = () =>
    method === 'GET' || options.asks ? ask(options) : writing((write) => ask({ ...options, write }))
  try {
    const envelope = await attempt().catch(async (error: unknown) => {
      if (error instanceof ApiError && (await remedy(error))) return await attempt()
      throw error
    })
    return { data: envelope.data as T, msg: envelope.msg ?? '' }
  } catch (error) {
    return report(error, options)
  }
}

export const api = {
  get: <T>(path: string, query?: Query, options: CallOptions = {}) =>
    call<T>('GET', withQuery(path, query), undefined, options),
  post: <T>(path: string, body: unknown = {}, options: CallOptions = {}) =>
    call<T>('POST', path, body, options),
  /** A POST that changes nothing, because its question is longer than an address may be. */
  ask: <T>(path: string, body: unknown = {}, options: CallOptions = {}) =>
    call<T>('POST', path, body, { ...options, asks: true }),
  put: <T>(path: string, body: unknown = {}, options: CallOptions = {}) =>
    call<T>('PUT', path, body, options),
  /** Sent with an Idempotency-Key: a deletion that is repeated after a lost answer gets the answer of the first one. */
  delete: <T>(path: string, body?: unknown, options: CallOptions = {}) =>
    underKey(JSON.stringify([options.project ?? tabProject.get(), path, body]), (idempotencyKey) =>
      call<T>('DELETE', path, body, { idempotencyKey, ...options }),
    ),
}
