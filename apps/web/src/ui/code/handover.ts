/** Input received by a part's placeholder (Shape) before the part replaces it; inputs are numbered by order. */
interface Touched {
  /** Index of the focused input; -1: none. */
  input: number
  /** Whether it was pressed. */
  pressed: boolean
  /** Whether Enter was pressed in it. */
  entered: boolean
  /** Typed text by input index. */
  texts: Map<number, string>
}

export const untouched = (texts = new Map<number, string>()): Touched => ({
  input: -1,
  pressed: false,
  entered: false,
  texts,
})

const task = () => new Promise((resolve) => setTimeout(resolve))

/** Transfers text, focus (caret at the end), a press and Enter from the Shape's inputs to the part's. */
export async function handOver(
  inputs: readonly HTMLInputElement[],
  { input: at, pressed, entered, texts }: Touched,
): Promise<void> {
  const focused = inputs[at]
  // Focus synchronously, so that no key press is lost.
  focused?.focus()
  if (pressed)
    for (const type of ['mousedown', 'mouseup', 'click'])
      focused?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, view: window }))
  const before = document.activeElement
  const typed = [...texts].filter(([index, text]) => text && index !== at)
  for (const [index, text] of typed) {
    inputs[index]?.focus()
    await type(inputs[index], text)
    await task()
  }
  if (typed.length > 0 && before instanceof HTMLElement) before.focus()
  await type(focused, texts.get(at))
  if (!entered || !focused) return
  await task()
  focused.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
}

/** Simulates typing: React notices a value only when it is set through the native setter. */
async function type(input: HTMLInputElement | undefined, text: string | undefined): Promise<void> {
  if (!input || !text) return
  // A microtask runs after React's commit and before the next key event.
  await Promise.resolve()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.setSelectionRange(text.length, text.length)
}
