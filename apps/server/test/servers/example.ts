import { readFileSync } from 'node:fs'

/** A file of docs/examples with some lines replaced; each pattern must match, so that tests run the documented configuration. */
export function exampleWith(name: string, changes: readonly (readonly [RegExp, string])[]): string {
  let text = readFileSync(new URL(`../../../../docs/examples/${name}`, import.meta.url), 'utf8')
  for (const [pattern, line] of changes) {
    if (!pattern.test(text)) throw new Error(`${name} has no ${pattern}`)
    text = text.replace(pattern, () => line)
  }
  return text
}
