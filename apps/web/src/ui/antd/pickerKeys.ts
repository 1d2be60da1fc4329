/**
 * Keys of all antd selects, which are drawn by rc-select. Without this, Tab in an open list keeps the focus, and chooses the first option
 * even if nothing was typed.
 */

/** The field in whose open list the arrows have marked an option. */
let marked: EventTarget | null = null

const openField = (target: EventTarget | null): HTMLInputElement | null =>
  target instanceof HTMLInputElement &&
  target.getAttribute('aria-expanded') === 'true' &&
  target.closest('.ant-select')
    ? target
    : null

const isSuggesting = (field: Element): boolean => field.closest('.ant-select-auto-complete') !== null

/** The option that Enter would choose, unless it is chosen already: of several, Enter would remove it. */
function offersMore(field: HTMLInputElement): boolean {
  const active = document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
  return !field.closest('.ant-select-multiple') || active?.getAttribute('aria-selected') !== 'true'
}

/** Trees know no Tab: Enter ticks the marked entry, unless it is ticked. */
function tickInTree(field: HTMLInputElement): void {
  const entry = document.querySelector(
    '.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-tree-treenode-active',
  )
  if (entry && !entry.querySelector('.ant-select-tree-checkbox-checked'))
    field.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true }),
    )
}

/** Tab goes on to the next field; before, it chooses what was typed or marked. Text beside suggestions is a value of its own. */
function onTab(event: KeyboardEvent): void {
  const field = openField(event.target)
  if (!field) return
  const chooses = marked === field || (field.value !== '' && !isSuggesting(field))
  const inTree = field.closest('.ant-tree-select') !== null
  if (chooses && !event.shiftKey && !inTree && offersMore(field)) {
    // rc-select chooses, and would keep the focus by preventing the default.
    event.preventDefault = () => undefined
    return
  }
  if (chooses && !event.shiftKey && inTree) tickInTree(field)
  event.stopPropagation()
}

/** Delete clears a select: Tab does not reach its clearing button. */
function onDelete({ target }: KeyboardEvent): void {
  if (!(target instanceof HTMLInputElement) || target.value !== '') return
  target.closest('.ant-select')?.querySelector<HTMLElement>('.ant-select-clear')?.click()
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
  if (event.key === 'Tab') onTab(event)
  if (event.key === 'Delete') onDelete(event)
  const moves = event.key === 'ArrowDown' || event.key === 'ArrowUp'
  marked = moves ? openField(event.target) : null
}

const unmark = (): void => {
  marked = null
}

/** Adding the same listeners again changes nothing. On the way down, before React's. */
export function bindPickerKeys(): void {
  document.addEventListener('keydown', onKeyDown, true)
  for (const type of ['input', 'pointerdown']) document.addEventListener(type, unmark, true)
}
