import { writtenReadings } from '@pianzhang/contract/pinyin'
import { rank } from '@pianzhang/contract/subject-search'
import type { Db } from '../../platform/database/database.ts'
import { readingsOf } from '../../platform/pinyin.ts'
import { bookedSubjects } from './booked-subjects.ts'

/** How a subject's name is found by pinyin. */
export const pinyinOf = (name: string): string => writtenReadings([...name.toLowerCase()].map(readingsOf))

/** Ids of the level-three subjects that a keyword finds as the pickers do: by number, or by the name or pinyin of any level. */
export async function subjectsFound(db: Db, projectId: bigint, keyword: string): Promise<bigint[]> {
  const { rows } = await bookedSubjects(projectId).execute(db)
  const found = (number: string, name: string) =>
    Number.isFinite(rank({ number, name, path: '', pinyin: pinyinOf(name) }, keyword))
  return rows.flatMap(({ id, out_code, one_name, two_name, three_name }) =>
    [one_name, two_name, three_name].some((name) => found(out_code, name)) ? id : [],
  )
}
