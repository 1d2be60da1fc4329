/**
 * Handles Tab and Delete in all antd selects (rc-select). By default Tab in an open list keeps the focus, and selects the first option even
 * if nothing was typed.
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

/** Whether Enter would select the active option; in a multiple select it would deselect one that is selected already. */
function offersMore(field: HTMLInputElement): boolean {
  const active = document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
  return !field.closest('.ant-select-multiple') || active?.getAttribute('aria-selected') !== 'true'
}

/** rc-select's tree does not handle Tab, so Enter is simulated to tick the active entry, unless it is ticked. */
function tickInTree(field: HTMLInputElement): void {
  const entry = document.querySelector(
    '.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-tree-treenode-active',
  )
  if (entry && !entry.querySelector('.ant-select-tree-checkbox-checked'))
    field.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true }),
    )
}

/**
 * Tab selects the option that was typed or marked, then moves to the next field. In an AutoComplete typed text is itself the value, so only
 * a marked suggestion is selected.
 */
function onTab(event: KeyboardEvent): void {
  const field = openField(event.target)
  if (!field) return
  const chooses = marked === field || (field.value !== '' && !isSuggesting(field))
  const inTree = field.closest('.ant-tree-select') !== null
  if (chooses && !event.shiftKey && !inTree && offersMore(field)) {
    // rc-select selects the option on Tab; its `preventDefault` would keep the focus in the field.
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

/** Listens in the capture phase, before React's handlers. Repeated calls have no effect: the browser adds the same listener once. */
export function bindPickerKeys(): void {
  document.addEventListener('keydown', onKeyDown, true)
  for (const type of ['input', 'pointerdown']) document.addEventListener(type, unmark, true)
}
