/** What a template's `{{name}}` and `{{#name}}` stand for: a text, or the values of each repetition. */
export interface Values {
  [name: string]: string | Values[]
}

const SECTION = /\{\{#(\w+)\}\}([\s\S]*?)\{\{\/\1\}\}/g
const FIELD = /\{\{(\w+)\}\}/g

/**
 * Fills an HTML template: `{{name}}` becomes the text, escaped for elements and quoted attributes; `{{#name}}…{{/name}}` is
 * repeated for each entry of a list, and kept once for a text that is not empty. Throws on a name without a value.
 */
export function fill(template: string, values: Values): string {
  const value = (name: string): string | Values[] => {
    const found = values[name]
    if (found === undefined) throw new Error(`the page names {{${name}}}, which has no value`)
    return found
  }
  return template
    .replace(SECTION, (_, name: string, inner: string) => {
      const found = value(name)
      const rounds = typeof found === 'string' ? (found === '' ? [] : [{}]) : found
      return rounds.map((own) => fill(inner, { ...values, ...own })).join('')
    })
    .replace(FIELD, (_, name: string) => escapeHtml(String(value(name))))
}

/** Braces too, so that a text with `{{name}}` is not filled again by the template around it. */
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"'{}]/g, (character) => `&#${character.charCodeAt(0)};`)
