import pg from 'pg'
import { expect, test } from 'vitest'
import { errorForLog, ForeignFault } from '../../../src/platform/http/log-error.ts'

test('an error of another process is logged as it would be there, with its constraint and cause', () => {
  const broken = Object.assign(new pg.DatabaseError('violates a constraint', 21, 'error'), {
    code: '23505',
    constraint: 'imports_attachment',
    detail: 'Key (id_number)=(110101199001011234) already exists.',
  })
  const logged = errorForLog(new Error('the import failed', { cause: broken }))
  expect(logged).toMatchObject({ cause: { code: '23505', constraint: 'imports_attachment' } })
  expect(errorForLog(new ForeignFault(structuredClone(logged)))).toEqual(logged)
  expect(JSON.stringify(logged)).not.toContain('110101199001011234')
})
