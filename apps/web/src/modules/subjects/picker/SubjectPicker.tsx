import type { BudgetsLeft } from '@pianzhang/contract/cost-budgets'
import { fenOf } from '@pianzhang/contract/money'
import type { SubjectWords } from '@pianzhang/contract/subject-search'
import type { SubjectOption } from '@pianzhang/contract/subjects'
// biome-ignore lint/style/noRestrictedImports: one cannot be cleared, the other is a filter of several.
import { Select, TreeSelect } from 'antd'
import { type ComponentProps, type ComponentRef, useEffect, useMemo, useRef, useState } from 'react'
import type { LoadState } from '../../../platform/ledger/selects.ts'
import { CLEARABLE, OPENS_LIST } from '../../../ui/icons.tsx'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { loadProps } from '../../../ui/states/LoadFailed.tsx'
import styles from './SubjectPicker.module.css'
import { type FlatSubject, flatten, labels, nameOf } from './subjects.ts'
import { useSubjectSearch } from './useSubjectSearch.ts'

interface PickerProps extends Omit<ComponentProps<typeof Select>, 'value' | 'onChange' | 'options' | 'mode'> {
  /** The tree of `selects/subject_trees`. */
  tree: readonly SubjectOption[] | undefined
  state: LoadState
  value?: string | null
  onChange?: (code: string) => void
  /** Number and name of a selected subject that is no longer in the tree. */
  known?: { value: string; number: string; name: string } | undefined
  /** What is left of the budgets, by subject. */
  left?: ReadonlyMap<string, Left> | undefined
}
type Left = Pick<BudgetsLeft['items'][number], 'budget_yuan' | 'left_yuan'>

/** Selects a level-three subject, searched by prefix of its number, part of its names, or pinyin; best match first. */
export function SubjectPicker({
  tree,
  state,
  value,
  onChange,
  known,
  left,
  onOpenChange,
  ...rest
}: PickerProps) {
  const options = useMemo(() => {
    const flat = flatten(tree ?? [])
    return known && !flat.some((one) => one.value === known.value)
      ? [{ ...known, path: '', pinyin: '' }, ...flat]
      : flat
  }, [tree, known])
  const showSearch = useSubjectSearch<FlatSubject>()
  return (
    <Select<string, FlatSubject>
      {...(rest as object)}
      showSearch={showSearch}
      value={value ?? null}
      onChange={(code) => onChange?.(code)}
      options={options}
      {...loadProps(state, options.length, onOpenChange)}
      placeholder="请选择科目"
      labelRender={({ value: code }) => {
        const one = options.find((option) => option.value === code)
        return one ? <Label number={one.number} name={one.name} /> : null
      }}
      optionRender={({ data }) => (
        <span className={styles.option} title={data.path ? `${data.path} / ${data.name}` : data.name}>
          <Label number={data.number} name={data.name} />
          <small className={styles.path}>{data.path}</small>
          {left && <LeftOver of={left.get(data.value)} />}
        </span>
      )}
    />
  )
}

const LeftOver = ({ of }: { of: Left | undefined }) => (
  <small className={styles.left}>
    {of && fenOf(of.budget_yuan) !== 0n ? (
      <>
        剩余 <MoneyText amount={of.left_yuan} tip={false} />
      </>
    ) : (
      '无预算'
    )}
  </small>
)

const Label = ({ number, name }: { number: string; name: string }) => (
  <>
    <span className={`num ${styles.number}`}>{number}</span>
    <span className={styles.name}>{name}</span>
  </>
)

interface TreeNode extends SubjectWords {
  value: string
  title: string
  children?: TreeNode[]
}

const nodes = (options: readonly SubjectOption[]): TreeNode[] =>
  options.map((option) => ({
    value: option.value,
    title: option.label,
    number: option.out_code,
    name: nameOf(option),
    path: '',
    pinyin: option.pinyin,
    ...(option.children?.length ? { children: nodes(option.children) } : {}),
  }))

interface FilterProps extends Omit<ComponentProps<typeof TreeSelect>, 'value' | 'onChange' | 'treeData'> {
  tree: readonly SubjectOption[] | undefined
  state: LoadState
  value: readonly string[]
  onChange: (codes: string[]) => void
}

/** Selects subjects of any level for a filter; a ticked parent includes its descendants. */
export function SubjectFilter({ tree, state, value, onChange, ...rest }: FilterProps) {
  const data = useMemo(() => nodes(tree ?? []), [tree])
  const known = useMemo(() => labels(tree ?? []), [tree])
  const { filterOption } = useSubjectSearch<TreeNode>()
  const list = useRef<ComponentRef<typeof TreeSelect>>(null)
  const [typed, setTyped] = useState('')
  // A search shortens the list, which keeps its scroll position and would show its end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each search starts at the first hit
  useEffect(() => {
    const timer = setTimeout(() => list.current?.scrollTo(0))
    return () => clearTimeout(timer)
  }, [typed])
  // Codes missing from the tree, for example from an old link, would show without a name.
  const shown = tree ? value.filter((code) => known.has(code)) : []
  return (
    <TreeSelect<string[], TreeNode>
      {...loadProps(state, data.length)}
      ref={list}
      value={shown}
      onChange={(codes) => onChange(codes)}
      treeData={data}
      treeCheckable
      showCheckedStrategy={TreeSelect.SHOW_PARENT}
      showSearch={{
        onSearch: setTyped,
        filterTreeNode: (typed, node) => filterOption(typed, node as unknown as TreeNode),
        // antd marks the first node whose title contains the text, for Enter and Tab.
        treeNodeFilterProp: 'title',
      }}
      maxTagCount={0}
      maxTagPlaceholder={(hidden) => `科目 ${hidden.length} 项`}
      placeholder="请选择科目"
      popupMatchSelectWidth={320}
      suffixIcon={OPENS_LIST.suffixIcon}
      allowClear={CLEARABLE}
      {...(rest as object)}
    />
  )
}
