import { readFileSync } from 'node:fs'
import type { SubjectLevel } from '@pianzhang/contract/subjects'
import { newCode } from '../../platform/codes.ts'
import type { NewSubject } from './insert.ts'

/** `out_code,name,level,parent_out_code`; no cell has a comma, and the number says which parent it has. */
const DEFAULTS = readFileSync(new URL('./default-subjects.csv', import.meta.url), 'utf8')
  .trim()
  .split(/\r?\n/)
  .slice(1)
  .map((line) => {
    const [out_code = '', name = '', level = ''] = line.split(',')
    return { out_code, name, category: (Number(level) - 1) as SubjectLevel }
  })

/** What a new project starts with: 26, 95 and 260 subjects, with fresh codes. */
export const defaultSubjects = (): NewSubject[] => DEFAULTS.map((row) => ({ ...row, code: newCode() }))
