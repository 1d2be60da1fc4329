import { rank, type SubjectWords } from '@pianzhang/contract/subject-search'
import type { SubjectOption } from '@pianzhang/contract/subjects'

/** A level-three subject with the names above it, as a picker lists it. */
export interface FlatSubject extends SubjectWords {
  value: string
}

/** Splits the server's label into number and name. */
export const nameOf = ({ label, out_code }: SubjectOption): string =>
  label.startsWith(`${out_code} `) ? label.slice(out_code.length + 1) : label

/** Only level three takes amounts. */
export const flatten = (tree: readonly SubjectOption[]): FlatSubject[] =>
  tree.flatMap((one) =>
    (one.children ?? []).flatMap((two) =>
      (two.children ?? []).map((three) => ({
        value: three.value,
        number: three.out_code,
        name: nameOf(three),
        path: `${nameOf(one)} / ${nameOf(two)}`,
        pinyin: three.pinyin,
      })),
    ),
  )

/** Caches `rank` per subject for the current text, because filtering and sorting ask for it many times. */
export function ranking(): (subject: SubjectWords, typed: string) => number {
  let last = ''
  let known = new Map<SubjectWords, number>()
  return (subject, typed) => {
    if (typed !== last) {
      last = typed
      known = new Map()
    }
    const found = known.get(subject) ?? rank(subject, typed)
    known.set(subject, found)
    return found
  }
}

/** Number and name of a subject of any level by its code. */
export function labels(tree: readonly SubjectOption[]): Map<string, { number: string; name: string }> {
  const found = new Map<string, { number: string; name: string }>()
  const walk = (nodes: readonly SubjectOption[]) => {
    for (const node of nodes) {
      found.set(node.value, { number: node.out_code, name: nameOf(node) })
      walk(node.children ?? [])
    }
  }
  walk(tree)
  return found
}

export interface Booked {
  subject_three_code: string
  subject_three_out_code: string
  subject_three_name: string
}

/** Options of level-three subjects by number and name, with the subjects of these records, which the tree may lack. */
export const subjectChoices = (
  tree: readonly SubjectOption[],
  records: readonly Booked[],
): { value: string; label: string }[] => [
  ...flatten(tree).map(({ value, number, name }) => ({ value, label: `${number} ${name}` })),
  ...records.map((one) => ({
    value: one.subject_three_code,
    label: `${one.subject_three_out_code} ${one.subject_three_name}`,
  })),
]

/** The subject of a record, which may not be in the tree any more. */
export const bookedOn = (record: Booked | undefined) =>
  record && {
    value: record.subject_three_code,
    number: record.subject_three_out_code,
    name: record.subject_three_name,
  }
