import type { SubjectNode } from '@pianzhang/contract/subjects'
import type { Removal } from '../../ui/list/useRemoval.ts'
import { existingSubjects, removeSubject, removeSubjects, subjectsChanged } from './api.ts'
import { labelOf } from './tree.ts'

/** So many are named in the question; of more only how many. */
const NAMED = 3

export const REMOVAL: Removal<SubjectNode> = {
  nameOne: labelOf,
  nameMany: (rows) => {
    const names = rows.slice(0, NAMED).map(labelOf).join('、')
    return `共 ${rows.length} 条：${names}${rows.length > NAMED ? ' 等' : ''}`
  },
  removeOne: removeSubject,
  removeMany: removeSubjects,
  existing: existingSubjects,
  changed: subjectsChanged,
}
