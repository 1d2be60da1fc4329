import { Button } from '../Button.tsx'
import { IconClose } from '../icons.tsx'
import styles from './FilterTags.module.css'

export interface FilterTag {
  key: string
  /** 付款方式 */
  name: string
  /** One value: 银行转账 */
  value: string
  onRemove: () => void
}

/** Focus moves to the next tag, or to the first field of the row when none is left: the removed tag held it. */
function passFocusOn(button: HTMLElement): void {
  const buttons = [...(button.closest('ul')?.querySelectorAll('button') ?? [])]
  const at = buttons.indexOf(button as HTMLButtonElement)
  const next = buttons[at + 1] ?? buttons[at - 1]
  ;(next ?? button.closest('search')?.querySelector('input'))?.focus()
}

/** The active filters, one removable tag per value, and 清除筛选. Renders nothing without filters. */
export function FilterTags({ tags, onClear }: { tags: readonly FilterTag[]; onClear: () => void }) {
  if (tags.length === 0) return null
  return (
    <div className={styles.tags}>
      <ul className={styles.list} aria-label="已选筛选条件">
        {tags.map((tag) => (
          <li key={tag.key} className={styles.tag}>
            <span className="ellipsis" title={`${tag.name}：${tag.value}`}>
              {tag.name}：{tag.value}
            </span>
            <button
              type="button"
              aria-label={`移除筛选 ${tag.name}：${tag.value}`}
              onClick={(event) => {
                passFocusOn(event.currentTarget)
                tag.onRemove()
              }}
            >
              <IconClose size={12} />
            </button>
          </li>
        ))}
      </ul>
      <Button
        type="link"
        size="small"
        onClick={(event) => {
          passFocusOn(event.currentTarget)
          onClear()
        }}
      >
        清除筛选
      </Button>
    </div>
  )
}
