import type { SubjectWords } from '@pianzhang/contract/subject-search'
import type { SubjectOption } from '@pianzhang/contract/subjects'
// biome-ignore lint/style/noRestrictedImports: cannot be cleared.
import { Select } from 'antd'
import type { LoadState } from '../../platform/ledger/selects.ts'
import type { FieldProps } from '../../ui/fields/Field.tsx'
import { loadProps } from '../../ui/states/LoadFailed.tsx'
import { nameOf } from './picker/subjects.ts'
import { useSubjectSearch } from './picker/useSubjectSearch.ts'
import styles from './subjects.module.css'

interface Props extends FieldProps {
  /** 一级科目 */
  name: string
  options: readonly SubjectOption[] | undefined
  state: LoadState
  value: string | null
  onChange: (code: string) => void
  autoFocus?: boolean
}

interface Entry extends SubjectWords {
  value: string
}

/** Selects a subject of one level by prefix of its number, part of its name, or pinyin. */
export function ParentPicker({ name, options, state, onChange, ...rest }: Props) {
  const entries = (options ?? []).map((option) => ({
    value: option.value,
    number: option.out_code,
    name: nameOf(option),
    path: '',
    pinyin: option.pinyin,
  }))
  const showSearch = useSubjectSearch<Entry>()
  return (
    <Select<string, Entry>
      {...rest}
      aria-label={name}
      placeholder={`请选择${name}`}
      {...loadProps(state, entries.length)}
      options={entries}
      showSearch={showSearch}
      onChange={(code) => onChange(code)}
      labelRender={({ value }) => {
        const one = entries.find((entry) => entry.value === value)
        return one ? <Label {...one} /> : null
      }}
      optionRender={({ data }) => <Label {...data} />}
    />
  )
}

const Label = ({ number, name }: Pick<SubjectWords, 'number' | 'name'>) => (
  <>
    <span className={`num ${styles.number}`}>{number}</span>
    {name}
  </>
)
