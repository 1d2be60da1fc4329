import { z } from 'zod'
import { Failure } from '../../platform/http/errors.ts'
import type { Services } from '../../platform/services.ts'

/** The answer of a ready server. `parts`: state by name; only parts that the server can do without are `failed` here. */
export const readiness = z.object({
  status: z.literal('ready'),
  parts: z.record(z.string(), z.enum(['ok', 'failed'])),
})

/** For proxies, without a login. Throws 503 while the server stops or a required part fails: names the part but not its error, as anybody may ask. */
export async function whenReady({ readiness: state }: Services): Promise<z.output<typeof readiness>> {
  if (state.stopping) throw notReady('服务正在停止', [{ field: 'server', message: '服务正在停止' }])
  const results = await state.check()
  const lacking = results
    .filter(({ ok, part }) => !ok && part.required)
    .map(({ part }) => ({ field: part.name, message: `${part.title}不可用` }))
  if (lacking.length > 0)
    throw notReady(`服务尚未就绪：${lacking.map(({ message }) => message).join('，')}`, lacking)
  return {
    status: 'ready',
    parts: Object.fromEntries(results.map(({ ok, part }) => [part.name, ok ? 'ok' : 'failed'])),
  }
}

const notReady = (message: string, parts: { field: string; message: string }[]) =>
  new Failure('unavailable', message, parts, { 'Retry-After': '5' })
