import { hostname } from 'node:os'
import { createTransport } from 'nodemailer'
import type { Config } from '../../platform/config.ts'
import { errorForLog } from '../../platform/http/log-error.ts'

const SEND_MS = 10_000

/**
 * Sends a text to the operator, by the webhook and by mail, whichever are configured. Throws if none of them takes it: where one does, a
 * repetition would come there again. The webhook's body is what the robots of 企业微信 and 钉钉 (`msgtype`, `text`) and of 飞书 (`msg_type`,
 * `content`) read; each ignores the others' fields.
 */
export async function send(
  { alerts, publicUrl }: Pick<Config, 'alerts' | 'publicUrl'>,
  text: string,
): Promise<void> {
  const words = `【片账】${text}（${publicUrl?.host ?? hostname()}）`
  const { webhook, mail } = alerts
  const sent = await Promise.allSettled([
    ...(webhook ? [post(webhook, words)] : []),
    ...(mail ? [mailTo(mail, words)] : []),
  ])
  const failed = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  if (failed.length > 0 && failed.length === sent.length) throw failed[0]
  for (const error of failed) console.error('alerts: 提醒未能发出：', errorForLog(error).message)
}

async function post(webhook: URL, content: string): Promise<void> {
  const answer = await fetch(webhook, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      msgtype: 'text',
      text: { content },
      msg_type: 'text',
      content: { text: content },
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(SEND_MS),
  })
  const body = await answer.text()
  if (!answer.ok || refused(body))
    throw new Error(`ALERT_WEBHOOK 回答 ${answer.status}：${body.slice(0, 200)}`)
}

/** Robots answer 200 with an error code: `errcode` of 企业微信 and 钉钉, `code` of 飞书. */
function refused(body: string): boolean {
  try {
    const { errcode, code } = JSON.parse(body) as { errcode?: unknown; code?: unknown }
    return (errcode ?? code ?? 0) !== 0
  } catch {
    return false
  }
}

const isLoopback = (host: string) => /^(localhost|127\..*|\[::1\])$/.test(host)

async function mailTo(
  { smtp, from, to }: NonNullable<Config['alerts']['mail']>,
  words: string,
): Promise<void> {
  const transport = createTransport({
    host: smtp.hostname,
    port: Number(smtp.port) || (smtp.protocol === 'smtps:' ? 465 : 587),
    secure: smtp.protocol === 'smtps:',
    // The password is sent only after STARTTLS, but for a mail server on this machine.
    requireTLS: smtp.username !== '' && !isLoopback(smtp.hostname),
    ...(smtp.username && {
      auth: { user: decodeURIComponent(smtp.username), pass: decodeURIComponent(smtp.password) },
    }),
    connectionTimeout: SEND_MS,
    greetingTimeout: SEND_MS,
    socketTimeout: SEND_MS,
  })
  try {
    await transport.sendMail({ from, to, subject: words.slice(0, 100), text: words })
  } finally {
    transport.close()
  }
}
