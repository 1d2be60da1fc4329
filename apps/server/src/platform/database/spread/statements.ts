/** Tokens within which a semicolon ends no statement: quoted text and names, dollar-quoted text, `--` and block comments. */
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

/** `alter table` with several actions as one statement for each, as Citus allows most actions only alone; any other statement as it is. */
export function splitActions(statement: string): string[] {
  const head = /^alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?\S+\s+/i.exec(statement)?.[0]
  if (!head) return [statement]
  const actions = ['']
  let depth = 0
  for (const [part] of statement.slice(head.length).matchAll(PARTS)) {
    if (part === '(') depth += 1
    if (part === ')') depth -= 1
    if (part === ',' && depth === 0) actions.push('')
    else actions[actions.length - 1] += part
  }
  return actions.map((action) => head + action.trim())
}

/** Quoted texts and names whole, else single characters. */
const PARTS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[\s\S]/g
