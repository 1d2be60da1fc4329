const ESCAPE = /_x([0-9a-fA-F]{4})_/g

/** `_x000D_` to the character it stands for, `_x005F_x0041_` to `_x0041_` (ECMA-376 part 1, 22.9.2.19). */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** The reverse: escapes what looks like an escape and what XML does not allow. */
export function escapeText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what has to be found
  return text.replace(/_(?=x[0-9a-fA-F]{4}_)|[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, (sign) => {
    return `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
  })
}
