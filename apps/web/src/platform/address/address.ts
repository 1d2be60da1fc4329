import { isDate } from '@pianzhang/contract/calendar'
import { PAGE_SIZES } from '@pianzhang/contract/page'
import { z } from 'zod'

/**
 * Parameters that the addresses of lists have in common. URLs are typed, shared and bookmarked: an invalid value is
 * ignored instead of breaking the page.
 */
const usable = (text: string): boolean =>
  text !== '' && text.length <= 2000 && text.isWellFormed() && !text.includes('\0')

export const addressText = z
  .union([z.string(), z.number().transform(String)])
  .transform((value) => value.trim())
  .refine(usable)
  .optional()
  .catch(undefined)

/** A key given once or repeatedly; duplicate values are dropped. */
export const addressList = z
  .union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))])
  .transform((value) => [...new Set([value].flat().map(String))].filter(usable))
  .refine((values) => values.length > 0)
  .optional()
  .catch(undefined)

export const addressDay = z.string().refine(isDate).optional().catch(undefined)

const whole = (fits: (value: number) => boolean) =>
  z
    .union([z.number(), z.string().transform(Number)])
    .refine((value) => Number.isInteger(value) && fits(value))
    .optional()
    .catch(undefined)

/** Page number; the first page has no parameter. */
export const addressPage = whole((page) => page > 1 && page <= 1_000_000_000)
export const addressSize = whole((size) => PAGE_SIZES.includes(size as (typeof PAGE_SIZES)[number]))

/** One of these texts. */
export const addressOne = <const T extends readonly string[]>(values: T) =>
  z
    .union([z.string(), z.number().transform(String)])
    .pipe(z.enum(values))
    .optional()
    .catch(undefined)
export const addressFlag = addressOne(['0', '1'])
export const addressOrder = addressOne(['asc', 'desc'])
/** The tabs of a ledger: 统计 and 明细. */
export const addressTab = addressOne(['first', 'second'])
