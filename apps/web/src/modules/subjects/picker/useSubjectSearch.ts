import type { SubjectWords } from '@pianzhang/contract/subject-search'
import { useMemo } from 'react'
import { usePinyin } from '../../../ui/fields/choice/pinyin.ts'
import { ranking } from './subjects.ts'

/** `showSearch` of subject selects: by number, name and pinyin, best match first, because Enter takes the first. */
export function useSubjectSearch<T extends SubjectWords>(needed = true) {
  const readings = usePinyin(needed)
  return useMemo(() => {
    const rank = ranking(readings)
    return {
      filterOption: (typed: string, option?: T) =>
        option !== undefined && rank(option, typed) < Number.POSITIVE_INFINITY,
      filterSort: (a: T, b: T, { searchValue }: { searchValue: string }) =>
        rank(a, searchValue) - rank(b, searchValue),
    }
  }, [readings])
}
