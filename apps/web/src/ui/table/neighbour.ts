/**
 * Finds where to move the focus when the row or card around `element` is removed: the same button of the next one, else
 * of the previous. Call before the removal and the result after it; the result returns null if there is none.
 */
export function neighbourOf(element: Element | null): () => HTMLElement | null {
  const row = element?.closest<HTMLElement>('[data-row-key]')
  const index = buttonsOf(row).indexOf(element as HTMLButtonElement)
  const keys = [row?.nextElementSibling, row?.previousElementSibling].map((sibling) =>
    sibling?.getAttribute('data-row-key'),
  )
  return () => {
    for (const key of keys) {
      const buttons = key ? buttonsOf(document.querySelector(`[data-row-key="${CSS.escape(key)}"]`)) : []
      const button = buttons[index] ?? buttons.at(-1)
      if (button) return button
    }
    return null
  }
}

const buttonsOf = (row: Element | null | undefined) => [...(row?.querySelectorAll('button') ?? [])]
