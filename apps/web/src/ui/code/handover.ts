/** What happened to the inputs of a part's Shape, by their order, until the part replaces it. */
export interface Touched {
  /** Which has the focus; -1: none. */
  input: number
  /** It was pressed. */
  pressed: boolean
  /** Enter was pressed in it. */
  entered: boolean
  /** What was typed, by input. */
  texts: Map<number, string>
}

export const untouched = (texts = new Map<number, string>()): Touched => ({
  input: -1,
  pressed: false,
  entered: false,
  texts,
})

const task = () => new Promise((resolve) => setTimeout(resolve))

/** Gives the inputs of the part what the ones of its Shape had: text, focus with the caret at the end, a press, Enter. */
export async function handOver(
  inputs: readonly HTMLInputElement[],
  { input: at, pressed, entered, texts }: Touched,
): Promise<void> {
  const focused = inputs[at]
  // At once: no key may be lost in between.
  focused?.focus()
  if (pressed)
    for (const type of ['mousedown', 'mouseup', 'click'])
      focused?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, view: window }))
  const before = document.activeElement
  const typed = [...texts].filter(([place, text]) => text && place !== at)
  for (const [place, text] of typed) {
    inputs[place]?.focus()
    await type(inputs[place], text)
    await task()
  }
  if (typed.length > 0 && before instanceof HTMLElement) before.focus()
  await type(focused, texts.get(at))
  if (!entered || !focused) return
  await task()
  focused.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
}

/** As if typed: React hears of a value only when it is set past its own setter. */
async function type(input: HTMLInputElement | undefined, text: string | undefined): Promise<void> {
  if (!input || !text) return
  // A microtask: React's commit is over, and no key comes before it.
  await Promise.resolve()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.setSelectionRange(text.length, text.length)
}
