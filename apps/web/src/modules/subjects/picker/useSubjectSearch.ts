import type { SubjectWords } from '@pianzhang/contract/subject-search'
import { useMemo } from 'react'
import { ranking } from './subjects.ts'

/** `showSearch` of subject selects: by number, name and pinyin, best match first, because Enter takes the first. */
export const useSubjectSearch = <T extends SubjectWords>() =>
  useMemo(() => {
    const rank = ranking()
    return {
      filterOption: (typed: string, option?: T) =>
        option !== undefined && rank(option, typed) < Number.POSITIVE_INFINITY,
      filterSort: (a: T, b: T, { searchValue }: { searchValue: string }) =>
        rank(a, searchValue) - rank(b, searchValue),
    }
  }, [])
