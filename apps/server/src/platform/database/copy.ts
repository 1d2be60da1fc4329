type CopyValue = string | number | bigint | null

/** One line of `COPY … FROM STDIN` in text format: null is `\N`; backslash, tab and line ends are escaped. */
export function copyLine(values: readonly CopyValue[]): string {
  return `${values.map((value) => (value === null ? '\\N' : typeof value === 'string' ? escaped(value) : String(value))).join('\t')}\n`
}

const NAMES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const escaped = (text: string) => text.replace(/[\\\t\n\r]/g, (character) => NAMES[character] ?? character)

/** COPY of rows by the names of their columns: a row that lacks one does not compile. */
export function copyOf<C extends string>(table: string, columns: readonly C[]) {
  return {
    statement: `copy ${table} (${columns.join(', ')}) from stdin`,
    line: (row: Readonly<Record<C, CopyValue>>): string => copyLine(columns.map((column) => row[column])),
  }
}
