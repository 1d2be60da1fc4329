import { sessionApi } from '@pianzhang/contract/api/sessions'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../../platform/api/api.ts'
import type { AnswerOf } from '../../../platform/api/endpoint.ts'
import { handled } from '../../../platform/api/handled.ts'

export type Key = AnswerOf<typeof sessionApi.offerKey>

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => read(sessionApi.secondFactor, { handled: true }),
  staleTime: 0,
})

// Without an Idempotency-Key: the server stores no answer with a key or codes. SetUp.tsx shows all failures itself.
export const offerKey = (password: string) => call(sessionApi.offerKey, { body: { password }, handled: true })
export const turnOn = (code: string) => call(sessionApi.turnOn, { body: { code }, handled: true })
export const turnOff = (password: string, code: string) =>
  call(sessionApi.turnOff, { body: { password, code }, handled })
export const renewCodes = (code: string) => call(sessionApi.renewCodes, { body: { code }, handled })
export const confirm = (code: string) => call(sessionApi.confirm, { body: { code }, handled })
