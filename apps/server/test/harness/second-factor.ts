import { Secret, TOTP } from 'otpauth'
import { type Caller, PASSWORD, type TestApp } from './harness.ts'

/** A person with two-step verification on, as the page turns it on. */
export interface Confirmed {
  recoveryCodes: string[]
  secret: string
  /** The app's code. Each call moves the server's clock to the next one, as each is accepted once. */
  next(): string
}

/** The code that an authenticator app shows at this time of the server. */
export const codeAt = (app: TestApp, secret: string, ms = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.services.clock().getTime() + ms })

/** Turns a person's two-step verification on. */
export async function turnOn(app: TestApp, person: Caller): Promise<Confirmed> {
  const offered = await person.post('/sessions/second_factor/key', { password: PASSWORD })
  const { secret } = offered.data
  const on = await person.put('/sessions/second_factor', { code: codeAt(app, secret) })
  if (on.code !== 0) throw new Error(`${offered.msg} ${on.msg}`)
  return {
    recoveryCodes: on.data.recovery_codes,
    secret,
    next: () => {
      app.advance(30_000)
      return codeAt(app, secret)
    },
  }
}
