import { refused } from './errors.ts'

/** The deepest form of the API has fewer than six levels. */
const MAX_DEPTH = 32

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * Refuses JSON that is nested deeper than any form: schemas and `JSON.stringify` are recursive and would overflow the stack. Iterates level by
 * level, so that it cannot overflow itself. Throws 422.
 */
export function checkDepth(json: unknown): void {
  let level = [json].filter(isObject)
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw refused('提交的内容嵌套过深')
    level = level.flatMap((value) => Object.values(value).filter(isObject))
  }
}
