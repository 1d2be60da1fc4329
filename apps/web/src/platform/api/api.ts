import type { Endpoint } from '@pianzhang/contract/endpoint'
import type { FieldError } from '@pianzhang/contract/errors'
import { beginWrite } from '../changes/ownWrites.ts'
import { setByServer } from '../clock.ts'
import { tabProject } from '../session/tab.ts'
import { type AnswerOf, addressOf, type CallOptions, type Rest, type Sent } from './endpoint.ts'
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

async function sendCall(endpoint: Endpoint, sent: Sent): Promise<Answer<unknown>> {
  const { params, query, body, ...options } = sent
  const { method, asks } = endpoint
  const url = addressOf(endpoint, sent)
  const json = body ?? (method === 'POST' || method === 'PUT' ? {} : undefined)
  const ask = (own: SendOptions) => send(method, url, json, own, 'application/json', readEnvelope)
  const attempt = () =>
    method === 'GET' || asks ? ask(options) : writing((write) => ask({ ...options, write }))
  try {
    const envelope = await attempt().catch(async (error: unknown) => {
      if (error instanceof ApiError && (await remedy(error))) return await attempt()
      throw error
    })
    return { data: envelope.data, msg: envelope.msg ?? '' }
  } catch (error) {
    return report(error, options)
  }
}

/** `call` for parts that are given an endpoint, and so cannot know what it has to be sent. */
export const callAny = <E extends Endpoint>(endpoint: E, sent: Sent = {}): Promise<Answer<AnswerOf<E>>> => {
  const answer =
    endpoint.method === 'DELETE'
      ? underKey(
          JSON.stringify([sent.project ?? tabProject.get(), addressOf(endpoint, sent), sent.body]),
          (idempotencyKey) => sendCall(endpoint, { idempotencyKey, ...sent }),
        )
      : sendCall(endpoint, sent)
  return answer as Promise<Answer<AnswerOf<E>>>
}

/**
 * Calls an endpoint. A deletion gets an Idempotency-Key by itself: repeated after a lost answer, it gets the answer of the first one. A POST that only asks
 * is no write: it leaves unanswered writes their keys (unanswered.ts).
 */
export const call = <E extends Endpoint>(endpoint: E, ...[given]: Rest<E>): Promise<Answer<AnswerOf<E>>> =>
  callAny(endpoint, given as Sent | undefined)

/** The data of an answer. */
export const read = async <E extends Endpoint>(endpoint: E, ...[given]: Rest<E>): Promise<AnswerOf<E>> =>
  (await callAny(endpoint, given as Sent | undefined)).data
/** `read` as `callAny`. */
export const readAny = async <E extends Endpoint>(endpoint: E, sent?: Sent): Promise<AnswerOf<E>> =>
  (await callAny(endpoint, sent)).data
