/** One line of `COPY … FROM STDIN` in text format: null is `\N`; backslash, tab and line ends are escaped. */
export function copyLine(values: readonly (string | number | bigint | null)[]): string {
  return `${values.map((value) => (value === null ? '\\N' : typeof value === 'string' ? escaped(value) : String(value))).join('\t')}\n`
}

const NAMES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const escaped = (text: string) => text.replace(/[\\\t\n\r]/g, (character) => NAMES[character] ?? character)
