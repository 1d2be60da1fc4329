/** What a semicolon does not end, and a comment: quoted text and names, dollar-quoted text, `--` and block comments. */
const WHOLE = /'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[a-z_]\w*)?\$)[\s\S]*?\1|(--[^\n]*|\/\*[\s\S]*?\*\/)|;/gi

/** The statements of an SQL file, without their semicolons and without comments outside of quoted text. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let text = ''
  let from = 0
  for (const found of sql.matchAll(WHOLE)) {
    text += sql.slice(from, found.index)
    from = found.index + found[0].length
    if (found[0] === ';') {
      statements.push(text)
      text = ''
    } else text += found[2] === undefined ? found[0] : ' '
  }
  return [...statements, text + sql.slice(from)].map((one) => one.trim()).filter((one) => one !== '')
}
