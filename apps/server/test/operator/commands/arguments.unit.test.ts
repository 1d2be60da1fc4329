import { expect, test } from 'vitest'
import { commandArguments } from '../../../src/operator/commands/arguments.ts'

const read = (...argv: string[]) => ({ ...commandArguments(argv, ['company', 'quota'], ['password']) })

test.each([
  [['--company', '-mn2EMR4Esc6LquQ', '--json'], { company: '-mn2EMR4Esc6LquQ', json: true }],
  [['--company', '--n2EMR4Esc6LquQ'], { company: '--n2EMR4Esc6LquQ' }],
  [['--company=-mn2', '--quota', '-3'], { company: '-mn2', quota: '-3' }],
  [['--json', '--company', 'a=b'], { company: 'a=b', json: true }],
  [['--help'], { help: true }],
  [['--password', '--company', 'a'], { password: true, company: 'a' }],
])('%j is read', (argv, values) => {
  expect(read(...argv)).toEqual(values)
})

test.each([
  [['--company', '--json']],
  [['--company', '--quota', '3']],
  [['--company', '--quota=3']],
  [['--company']],
  [['company', 'a']],
  [['--companies', 'a']],
  [['--json=yes']],
  [['--password', 'a-secret']],
  [['--password=a-secret']],
  [['--company', '--password']],
])('%j is refused', (argv) => {
  expect(() => read(...argv)).toThrow(TypeError)
})
