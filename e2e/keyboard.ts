import type { Locator, Page } from './test.ts'

/** Ten keys a second. */
const DELAY = { delay: 100 }
/** More than the stops of any form, of which a role has the most. */
const MOST = 200

/** A stop of the keyboard: its name, what is typed there ('' where it is passed), and a key that is pressed after it. */
export type Stop = readonly [
  name: string,
  text: string | ((within: Locator) => Promise<string>),
  key?: string,
]

/** An address of a page of this project. */
export const inProject = (address: string, project: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}project=${project}`

/** A JavaScript expression of the name of what has the focus. */
export const FOCUSED = `(() => {
  const element = document.activeElement
  const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent
  return (label ?? element.textContent).replace(/\\s/g, '')
})()`
export const focused = (page: Page): Promise<string> => page.evaluate(FOCUSED)

interface Walk {
  typed: readonly Stop[]
  /** The button that saves, or the keys that do when all is typed. */
  save: string
  /** The key that goes on. */
  by?: 'Enter' | undefined
}

/** From the field that has the focus on to the saved record by keyboard alone, typing at each stop what it is given; returns the stops. */
export async function walk(within: Locator, { typed, save, by }: Walk): Promise<string[]> {
  const page = within.page()
  const { keyboard } = page
  const stops: string[] = []
  const missing = new Map(typed.map(([name, ...rest]) => [name, rest] as const))
  const pressed = save.includes('+')
  for (let step = 0; step < MOST; step++) {
    const stop = await focused(page)
    if (stop === save) break
    stops.push(stop)
    const [text = '', key] = missing.get(stop) ?? []
    missing.delete(stop)
    const wanted = typeof text === 'string' ? text : await text(within)
    if (wanted) await keyboard.type(wanted, DELAY)
    if (key) await keyboard.press(key)
    if (pressed && missing.size === 0) break
    await keyboard.press(by ?? 'Tab')
  }
  await keyboard.press(pressed ? save : 'Enter')
  return stops
}
