import type { SubjectNode } from '@pianzhang/contract/subjects'
import { count } from '../../ui/count.ts'
import type { Removal } from '../../ui/list/selection/useRemoval.ts'
import { subjects, subjectsChanged } from './api.ts'
import { labelOf } from './tree.ts'

/** Up to this many subjects are named in the confirmation; above it only their count is shown. */
const NAMED = 3

export const REMOVAL: Removal<SubjectNode> = {
  nameOne: labelOf,
  nameMany: (rows) => {
    const names = rows.slice(0, NAMED).map(labelOf).join('、')
    return `共 ${count(rows.length)} 条：${names}${rows.length > NAMED ? ' 等' : ''}`
  },
  ...subjects,
  changed: subjectsChanged,
}
