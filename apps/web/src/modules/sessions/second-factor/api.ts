import type { recoveryCodes, SecondFactor, secondFactorKey } from '@pianzhang/contract/second-factor'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api } from '../../../platform/api/api.ts'
import { handled } from '../../../platform/api/handled.ts'

const PATH = '/api/manager/sessions/second_factor'
type Codes = z.output<typeof recoveryCodes>
export type Key = z.output<typeof secondFactorKey>

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: async () => (await api.get<SecondFactor>(PATH, undefined, { handled: true })).data,
  staleTime: 0,
})

// Without an Idempotency-Key: the server stores no answer with a key or codes. SetUp.tsx shows all failures itself.
export const offerKey = (password: string) => api.post<Key>(`${PATH}/key`, { password }, { handled: true })
export const turnOn = (code: string) => api.put<Codes>(PATH, { code }, { handled: true })
export const turnOff = (password: string, code: string) =>
  api.delete<object>(PATH, { password, code }, { handled })
export const renewCodes = (code: string) => api.post<Codes>(`${PATH}/codes`, { code }, { handled })
export const confirm = (code: string) => api.post<object>(`${PATH}/confirm`, { code }, { handled })
