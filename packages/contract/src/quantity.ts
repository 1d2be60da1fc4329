import { z } from 'zod'
import {
  abs,
  divideRounded,
  type Fault,
  formatScaled,
  type Reading,
  readCell,
  readStrict,
  readTyped,
  trimDecimals,
} from './decimal.ts'
import { calculate } from './expression.ts'

/** A quantity · 10,000: four decimals as an integer, for money's `multiply`. */
export type Quantity = bigint

/** 9,999,999,999.9999: the largest quantity. */
export const MAX_QUANTITY: Quantity = 99_999_999_999_999n

/** Exactly one of the two fields is set; `error` is Chinese. */
type TypedQuantity = { quantity: Quantity; error?: undefined } | { quantity?: undefined; error: string }

const SCALE = { places: 4, max: MAX_QUANTITY }

const QUANTITY_TEXTS = {
  empty: '请输入数量',
  format: '数量格式不正确',
  places: '最多四位小数',
  range: '数量超出范围',
} as const satisfies Record<Fault, string>

const typed = (reading: Reading): TypedQuantity =>
  'value' in reading ? { quantity: reading.value } : { error: QUANTITY_TEXTS[reading.fault] }

/** The form of the API's answers, without trailing zeros: "12", "0.5", "1.0625". */
export const quantity = (value: Quantity): string => trimDecimals(formatScaled(value, 4))

/** What a person types or a spreadsheet holds as text (readTyped; currency signs are no part of a quantity). */
export const parseTypedQuantity = (text: string): TypedQuantity =>
  /[¥￥元]/.test(text) ? { error: QUANTITY_TEXTS.format } : typed(readTyped(text, SCALE))

/** The quantity in a field when it loses the focus: arithmetic behind `=`, rounded to four decimals, else a typed quantity. */
export function parseQuantityField(text: string): TypedQuantity {
  if (!/^\s*[=＝]/.test(text) || /[¥￥元]/.test(text)) return parseTypedQuantity(text)
  const result = calculate(text)
  if ('error' in result) return result
  const value = divideRounded(result.numerator * 10_000n, result.denominator)
  return abs(value) <= MAX_QUANTITY ? { quantity: value } : { error: QUANTITY_TEXTS.range }
}

/** The raw text of a numeric spreadsheet cell (readCell). */
export const parseQuantityCell = (raw: string): TypedQuantity => typed(readCell(raw, SCALE))

/** A quantity in a request body, as strict as an amount but with four decimals; absent, null and '' are 0. */
export const quantityInput = z
  .union(
    [z.string().meta({ pattern: String.raw`^(-?\d+(\.\d{1,4})?)?$` }), z.number(), z.null()],
    QUANTITY_TEXTS.format,
  )
  .optional()
  .transform((input, ctx): Quantity => {
    const result = typed(
      readStrict(input === undefined || input === null || input === '' ? '0' : input, SCALE),
    )
    if (result.error === undefined) return result.quantity
    ctx.addIssue({ code: 'custom', message: result.error, input })
    return z.NEVER
  })
  .meta({ description: '数量，最多四位小数', example: '12.5' })

/** A quantity of an answer. */
export const quantityOutput = z
  .string()
  .regex(/^-?\d+(\.\d{1,4})?$/)
  .meta({ description: '数量，最多四位小数', example: '12.5' })
