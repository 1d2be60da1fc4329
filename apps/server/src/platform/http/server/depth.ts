import { refused } from '../errors.ts'

/** Far above the six levels of the API's deepest body. */
const MAX_DEPTH = 32

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * Refuses JSON nested deeper than any body: schemas and `JSON.stringify` recurse and would overflow the stack.
 * Iterates level by level instead. Throws 422.
 */
export function checkDepth(json: unknown): void {
  let level = [json].filter(isObject)
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw refused('提交的内容嵌套过深')
    level = level.flatMap((value) => Object.values(value).filter(isObject))
  }
}
