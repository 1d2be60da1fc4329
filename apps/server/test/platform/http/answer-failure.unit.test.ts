import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { toFailure } from '../../../src/platform/http/answer-failure.ts'
import { refused } from '../../../src/platform/http/errors.ts'

const logged: unknown[] = []
const request = { id: 'request-1', log: { error: (line: unknown) => logged.push(line) } }
const failureOf = (error: Error) => {
  const failure = toFailure(error, request as unknown as FastifyRequest)
  return { http: failure.http, headers: failure.headers, msg: failure.message }
}
const coded = (code: string) => Object.assign(new Error(`secret detail of ${code}`), { code })

test.each([
  '08006',
  '57P01',
  '57P03',
  '53300',
  '25006',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
])('%s: the database cannot be reached', (code) => {
  const msg = '服务暂时不可用，请稍后重试'
  expect(failureOf(coded(code))).toEqual({ http: 503, headers: { 'Retry-After': '5' }, msg })
})

test.each([
  'timeout exceeded when trying to connect',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
])('an error of the driver without a code: %s', (message) => {
  expect(failureOf(new Error(message))).toMatchObject({ http: 503, headers: { 'Retry-After': '5' } })
})

test.each([
  'failed to COPY to shard 102008 on 10.0.0.2:5432',
  'server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally',
  'terminating connection due to unexpected postmaster exit',
  'SSL SYSCALL error: EOF detected',
  "failed to prepare transaction 'citus_0_1_2_3' on host 10.0.0.2:5432",
  'failure on connection marked as essential: 10.0.0.2:5432',
])('a worker of Citus was lost: %s', (message) => {
  for (const code of ['XX000', '58030'])
    expect(failureOf(Object.assign(new Error(message), { code }))).toMatchObject({
      http: 503,
      headers: { 'Retry-After': '5' },
    })
  expect(failureOf(new Error(message))).toMatchObject({ http: 500 })
})

test('another internal error of the database is none', () => {
  const internal = Object.assign(new Error('cache lookup failed for relation 1'), { code: 'XX000' })
  expect(failureOf(internal)).toMatchObject({ http: 500 })
})

test.each(['55P03', '40001', '40P01'])('%s: others held what was needed', (code) => {
  const msg = '同事正在操作相关数据，请稍后再试'
  expect(failureOf(coded(code))).toEqual({ http: 503, headers: { 'Retry-After': '5' }, msg })
})

test.each(['ENOSPC', '53100'])('%s: no space is left', (code) => {
  expect(failureOf(coded(code))).toMatchObject({ http: 507, headers: { 'Retry-After': '60' } })
})

test('a full /dev/shm of the database is no full disk', () => {
  const error = Object.assign(coded('53100'), { routine: 'dsm_impl_posix' })
  expect(failureOf(error)).toMatchObject({ http: 503, headers: { 'Retry-After': '5' } })
})

test.each(['42P01', '22021', '23505', 'EACCES'])('%s is unexpected: logged, and masked', (code) => {
  const error = coded(code)
  expect(failureOf(error)).toEqual({
    http: 500,
    headers: {},
    msg: '系统出现错误，请稍后重试（编号 request-1）',
  })
  expect(logged.at(-1)).toMatchObject({ err: error })
})

test('a Failure is returned unchanged', () => {
  expect(failureOf(refused('已被使用'))).toEqual({ http: 422, headers: {}, msg: '已被使用' })
})
