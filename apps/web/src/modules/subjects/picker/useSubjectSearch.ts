import { useMemo } from 'react'
import { usePinyin } from '../../../ui/fields/pinyin.ts'
import { ranking, type SubjectWords } from './subjects.ts'

/** For `showSearch` of a select of subjects: by number, name and pinyin, the best match first, where Enter takes it. */
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
