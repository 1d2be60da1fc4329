import { formatYuan, yuan } from '@pianzhang/contract/money'
import { parseField } from '@pianzhang/contract/money-field'
import type { FormImage } from '../../images/images.ts'
import type { MergeField } from './merge.ts'

type Name<V> = keyof V & string

const plain = (value: unknown): string =>
  (Array.isArray(value) ? value.join(' – ') : String(value ?? '')).trim()

/** Content of a typed amount: `1,234.5` is `1234.50`. */
const amountContent = (value: unknown): string => {
  const text = plain(value)
  const { fen } = text === '' ? { fen: undefined } : parseField(text)
  return fen === undefined ? text : yuan(fen)
}
const amountText = (value: unknown): string => {
  const { fen } = parseField(plain(value))
  return fen === undefined ? plain(value) : formatYuan(fen)
}

const imageKey = ({ attachment, key }: FormImage): string => attachment?.code ?? key

/** Values of a form that are no part of its record, such as a password: every other one must be merged. */
type Own<V, N> = [Exclude<Name<V>, N>] extends [never]
  ? []
  : [own: Readonly<Record<Exclude<Name<V>, N>, 'own'>>]

/** Fields of a form with the values `V`, for a conflict. A field without content is null, undefined or ''. */
export const mergeFields = <V>() => {
  const one = <N extends Name<V>>(
    name: N,
    label: string,
    content = plain,
    text = plain,
  ): MergeField<V, N> => ({
    names: [name],
    label,
    canonical: (values) => content(values[name]),
    text: (values) => text(values[name]),
  })
  return {
    /** All fields of a form. A value that is forgotten here would undo a colleague's change without a word, so it is a type error. */
    all: <N extends Name<V>>(
      fields: readonly MergeField<V, N>[],
      ..._own: Own<V, N>
    ): readonly MergeField<V>[] => fields,
    /** Texts, days, ranges. */
    text: <N extends Name<V>>(name: N, label: string) => one(name, label),
    amount: <N extends Name<V>>(name: N, label: string) => one(name, label, amountContent, amountText),
    /** `content`: the API's spelling of what was typed. */
    typed: <N extends Name<V>>(name: N, label: string, content: (text: string) => string) =>
      one(name, label, (value) => content(plain(value))),
    /** A value of a list, shown by its label. */
    choice: <N extends Name<V>>(
      name: N,
      label: string,
      options: readonly { value: string; label?: string; main?: string }[],
    ) =>
      one(name, label, plain, (value) => {
        const found = options.find((option) => option.value === plain(value))
        return found?.label ?? found?.main ?? plain(value)
      }),
    /** Any other value, shown by `text`. */
    shown: <N extends Name<V>>(name: N, label: string, text: (value: unknown) => string) =>
      one(name, label, plain, text),
    /** A list of codes, shown by `nameOf`. */
    codes: <N extends Name<V>>(
      name: N,
      label: string,
      nameOf: (code: string) => string,
    ): MergeField<V, N> => ({
      names: [name],
      label,
      canonical: (values) => [...((values[name] as readonly string[] | null) ?? [])].sort().join(),
      text: (values) => ((values[name] as readonly string[] | null) ?? []).map(nameOf).join('、'),
      entryKey: (code: string) => code,
    }),
    /** Uploaded files. */
    files: <N extends Name<V>>(name: N, label: string): MergeField<V, N> => ({
      names: [name],
      label,
      canonical: (values) => (values[name] as readonly FormImage[]).map(imageKey).join(),
      text: (values) => (values[name] as readonly FormImage[]).map((image) => image.name).join('、'),
      entryKey: imageKey,
    }),
    /** Fields that are taken over together. */
    group: <N extends Name<V>>(
      names: readonly N[],
      label: string,
      text: (values: V) => string,
    ): MergeField<V, N> => ({
      names,
      label,
      canonical: (values) => JSON.stringify(names.map((name) => plain(values[name]))),
      text,
    }),
  }
}
