import type { SubjectOption } from '@pianzhang/contract/subjects'

/** A level-three subject with the names above it, as a picker lists it. */
interface FlatSubject {
  value: string
  number: string
  name: string
  /** 一级科目 / 二级科目 */
  path: string
  /** What a search looks at, in lower case. */
  words: string
}

/** The server's label says number and name; here they are shown apart. */
const nameOf = ({ label, out_code }: SubjectOption): string =>
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
        words: [three.out_code, ...[three, two, one].map(nameOf)].join(' ').toLowerCase(),
      })),
    ),
  )

/** Every word typed must be found; a number only from its beginning, or 01 would find nearly all. */
export function matches(subject: Pick<FlatSubject, 'words'>, typed: string): boolean {
  const words = typed.trim().toLowerCase().split(/\s+/)
  return words.every((word) =>
    /^\d+$/.test(word) ? subject.words.startsWith(word) : subject.words.includes(word),
  )
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
