import { readFileSync } from 'node:fs'
import type { SubjectLevel } from '@pianzhang/contract/subjects'
import { newCode } from '../../platform/codes.ts'
import type { NewSubject } from './insert.ts'

/**
 * The subjects of a new project: 26, 95 and 260 of the three levels. The server's tests shorten it. In the CSV file, `out_code,name,level,parent_out_code`,
 * no cell has a comma; the parent is not read, as the number begins with the parent's.
 */
export const DEFAULT_SUBJECTS = readFileSync(new URL('./default-subjects.csv', import.meta.url), 'utf8')
  .trim()
  .split(/\r?\n/)
  .slice(1)
  .map((line) => {
    const [out_code = '', name = '', level = ''] = line.split(',')
    return { out_code, name, category: (Number(level) - 1) as SubjectLevel }
  })

/** `DEFAULT_SUBJECTS`, with fresh codes. */
export const defaultSubjects = (): NewSubject[] =>
  DEFAULT_SUBJECTS.map((row) => ({ ...row, code: newCode() }))
