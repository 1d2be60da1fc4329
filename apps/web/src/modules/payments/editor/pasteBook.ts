import { flatten, nameOf } from '../../subjects/picker/subjects.ts'
import type { DraftLine } from './draft.ts'
import type { LineOptions } from './options.ts'
import type { Book } from './paste.ts'

/** Maps each word to its code; null if several codes share the word. */
function unambiguous(entries: Iterable<readonly [string, string]>): Map<string, string | null> {
  const codes = new Map<string, string | null>()
  for (const [word, code] of entries) {
    const known = codes.get(word)
    codes.set(word, known === undefined || known === code ? code : null)
  }
  return codes
}

/** Lookups from pasted words to the records that the form offers. */
export function bookOf(options: LineOptions, lines: readonly DraftLine[]): Book {
  const tree = options.subjects ?? []
  const subjects = unambiguous(
    // Pickers and lists show number and name together, so that spelling is accepted too.
    flatten(tree).flatMap(({ value, number, name }) =>
      [number, name, `${number} ${name}`, `${number}${name}`].map((word) => [word, value] as const),
    ),
  )
  const upper = tree.flatMap((one) => [one, ...(one.children ?? [])])
  return {
    several: options.several,
    subjects,
    upper: new Set(upper.flatMap((subject) => [subject.out_code, nameOf(subject)])),
    categories: new Map(options.categories.map(({ label, value }) => [label, value])),
    contracts: new Map(options.contracts.map(({ main, value }) => [main, value])),
    invoices: unambiguous(options.invoices.map(({ main, value }) => [main, value])),
    taken: new Map(
      lines.flatMap(({ invoices }, at) => invoices.map(({ code }) => [code, `详情${at + 1}`] as const)),
    ),
  }
}
