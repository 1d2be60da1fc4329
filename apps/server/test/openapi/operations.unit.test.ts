import { expect, test } from 'vitest'
import { leakIn } from './operations.ts'

test.each([
  'TypeError: x\n    at save (file:///app/src/save.ts:12:3)',
  'save.ts:12',
  'ENOENT: no such file, open data',
  'cannot open /home/finance/data/files/x',
  'cannot open /var/lib/pianzhang/files/x',
  'duplicate key value violates unique constraint "users_phone"',
  'invalid input syntax for type bigint: "x"',
  'select u.id from users where phone = $1',
  'postgres://pianzhang:secret@127.0.0.1:5432/pianzhang',
  'connect ECONNREFUSED 127.0.0.1:5432',
  'x is not a function',
])('is a leak: %s', (text) => expect(leakIn(text)).toBeDefined())

test.each([
  '{"code":422,"msg":"提交的内容有误，请检查","data":{"errors":[{"field":"cost_execution_details[1].pay_amount","message":"金额格式不正确"}]}}',
  '{"file_url":"http://127.0.0.1:3000/api/manager/cost_executions/export/file?project=x&sign=a-b_c"}',
  '{"file_url":"http://localhost:80/api/manager/imprests/export/file?project=x&filters=dZBEconnxA&sign=ENOENTx"}',
  '{"payer":"\'; drop table users; --","created_at":"2026-11-21T08:00:00.000+08:00"}',
  '{"captcha":"data:image/png;base64,iVBORw0KGgo/EconNx+A=="}',
])('is none: %s', (text) => expect(leakIn(text)).toBeUndefined())

test('a given secret counts as a leak', () => {
  expect(leakIn('{"payer":"机密"}', '机密')).toBe('机密')
})
