import type { Plugin } from 'vite'

const JSON_SCHEMA = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/
const FORM_CONTEXT = '/antd/es/form/context.js'
const EXPORTED = /^export (?:const|function) (\w+)/gm

/**
 * Leaves out of the built page what two libraries import statically and the page never calls: the code that imports it
 * is used, so that tree shaking keeps it.
 *
 * - zod's schemas carry methods that turn them into JSON Schema, which only the server's OpenAPI page calls. Here each
 *   export of the two modules that do so becomes a function that returns nothing.
 * - antd's dialogs read a context of forms through the index of `@rc-component/form`, so that every page would load
 *   the whole form and its validator with the first toast. The context has a file of its own.
 *
 * A version of either library that names its files differently fails the build.
 */
export function leanLibraries(): Plugin {
  const missing = new Set(['to-json-schema', 'json-schema-processors', FORM_CONTEXT])
  return {
    name: 'lean-libraries',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source !== '@rc-component/form' || !importer?.endsWith(FORM_CONTEXT)) return null
      missing.delete(FORM_CONTEXT)
      return this.resolve('@rc-component/form/es/FormContext.js', importer)
    },
    transform(code, id) {
      const name = JSON_SCHEMA.exec(id)?.[1]
      if (!name) return null
      missing.delete(name)
      const exported = [...code.matchAll(EXPORTED)]
      return { code: exported.map((one) => `export const ${one[1]} = () => undefined`).join('\n'), map: null }
    },
    buildEnd(error) {
      if (!error && missing.size > 0) this.error(`not found in the libraries: ${[...missing].join(', ')}`)
    },
  }
}
