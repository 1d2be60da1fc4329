import { setTimeout as sleep } from 'node:timers/promises'
import { yuan } from '@pianzhang/contract/money'
import { z } from 'zod'
import { errorForLog } from '../../../platform/http/log-error.ts'
import type { Timing } from '../../../platform/timing.ts'
import type { Asking, Question, Verdict, VerificationProvider } from './provider.ts'

const TRIES = 3
/** Most bytes of an answer, which has two short fields. */
const MAX_ANSWER = 64 * 1024

/** What the service answers (docs/运维/发票查验.md); further fields are ignored. */
const answerSchema = z.object({
  result: z.enum(['passed', 'failed', 'unknown']),
  reason: z.string().default(''),
})

const DOWN: Verdict = { outcome: 'unknown', reason: '发票查验服务没有应答，请稍后再试' }
const REFUSED: Verdict = { outcome: 'unknown', reason: '发票查验服务拒绝了请求，请联系管理员检查配置' }
const UNCLEAR: Verdict = { outcome: 'unknown', reason: '发票查验服务暂时查不到结果，请稍后再试' }

/** A failed try. `again`: another try may succeed; false if the service refused the request itself. */
class Fault extends Error {
  readonly again: boolean

  constructor(message: string, again: boolean) {
    super(message)
    this.again = again
  }
}

/**
 * Asks a service by HTTP: POST of the figures as JSON, up to three tries within `verifyTotalMs`, if `mayRepeat` allows them. Retries after
 * connection errors, timeouts, 429, 5xx and malformed answers. Without a valid answer the verdict is `unknown`.
 */
export function httpProvider(
  { url, key }: { url: URL; key: string | null },
  timing: Timing,
): VerificationProvider {
  return {
    verify: async (question, { signal, mayRepeat }: Asking) => {
      const deadline = performance.now() + timing.verifyTotalMs
      for (let count = 1; ; count += 1) {
        const left = Math.max(1, Math.min(timing.verifyTryMs, deadline - performance.now()))
        try {
          // The time limit also ends an answer whose body arrives too slowly.
          return await ask(url, key, question, AbortSignal.any([signal, AbortSignal.timeout(left)]))
        } catch (error) {
          signal.throwIfAborted()
          console.warn(`verifying an invoice, try ${count}:`, errorForLog(error as Error))
          if (error instanceof Fault && !error.again) return REFUSED
        }
        const pause = timing.verifyBackoffMs * 2 ** (count - 1)
        if (count === TRIES || performance.now() + pause >= deadline) return DOWN
        await sleep(pause, undefined, { signal })
        if (!(await mayRepeat())) return DOWN
      }
    },
  }
}

async function ask(url: URL, key: string | null, question: Question, signal: AbortSignal): Promise<Verdict> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...(key !== null && { Authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(bodyOf(question)),
    // A redirect could lead anywhere, and would carry the key.
    redirect: 'error',
    signal,
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Fault(`status ${response.status}`, response.status >= 500 || response.status === 429)
  }
  const parsed = answerSchema.safeParse(await readJson(response))
  if (!parsed.success) throw new Fault('the answer has another form', true)
  const { result, reason } = parsed.data
  const said = [
    ...reason
      .replace(/\p{Cc}/gu, ' ')
      .toWellFormed()
      .trim(),
  ]
    .slice(0, 500)
    .join('')
  if (result === 'unknown') return said === '' ? UNCLEAR : { outcome: result, reason: said }
  return { outcome: result, reason: said || (result === 'passed' ? '查验通过' : '查验未通过') }
}

/** Reads no more than MAX_ANSWER. */
async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_ANSWER) throw new Fault('the answer is too large', true)
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw new Fault('the answer is no JSON', true)
  }
}

/** Amounts in yuan, empty fields as ''. Look-ups take the last six digits of the check code. */
const bodyOf = ({ figures }: Question) => ({
  ...figures,
  billing_date: figures.billing_date ?? '',
  total_amount: figures.total_amount === null ? '' : yuan(figures.total_amount),
  amount_without_tax: figures.amount_without_tax === null ? '' : yuan(figures.amount_without_tax),
  check_code: figures.check_code.slice(-6),
})
