import { type DraftLine, type LineField, lineAt, setLine } from './draft.ts'
import { errorAt } from './draftErrors.ts'
import { type DraftStore, useDraft } from './store.ts'

export interface LineProps {
  store: DraftStore
  lineKey: string
  /** Sentences on a colleague's changes, by `key.field` of a line. */
  marks: ReadonlyMap<string, string>
}

/** Value, setter and `Field` props of one field of a line. */
export function useLine<F extends LineField>({ store, lineKey, marks }: LineProps, name: F) {
  const value = useDraft(store, (draft) => lineAt(draft, lineKey)?.[name]) as DraftLine[F]
  const error = useDraft(store, (draft) => errorAt(draft, lineKey, name))
  const set = (change: DraftLine[F] | ((old: DraftLine[F]) => DraftLine[F])) =>
    store.update((draft) => setLine(draft, lineKey, name, change))
  return { value, set, field: { id: `line-${name}`, error, note: marks.get(`${lineKey}.${name}`) } }
}
