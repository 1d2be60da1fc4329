/** Parses JSON that a person wrote. Throws an Error in Chinese that says where it is wrong, as far as V8 does. */
export function parseWritten(text: string): unknown {
  // Editors of Windows begin a file with a byte order mark.
  const json = text.replace(/^\uFEFF/, '')
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new Error(`不是有效的 JSON：${faultOf(json, (error as Error).message)}`, { cause: error })
  }
}

function faultOf(json: string, message: string): string {
  if (message.includes('end of JSON input')) return '内容不完整，末尾缺少引号或括号'
  const token = /^Unexpected token '(.+?)',/u.exec(message)?.[1]
  if (token) return `不能有字符 ${token}，引号、逗号和括号须为英文的（${message}）`
  const position = /at position (\d+)/.exec(message)?.[1]
  if (position === undefined) return message
  const before = json.slice(0, Number(position)).split('\n')
  return `第 ${before.length} 行第 ${(before.at(-1)?.length ?? 0) + 1} 个字符处有误，多或少了逗号、引号或括号（${message}）`
}
