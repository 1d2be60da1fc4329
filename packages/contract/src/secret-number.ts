import { isScientific, SCIENTIFIC } from './numbers.ts'
import { optionalName } from './text.ts'

/** A field for a number that answers mask, as `plain` makes it, so a value with a `*` is a masked one sent back and must not be saved. */
export const secretNumber = (plain: (text: string) => string) =>
  optionalName
    .transform(plain)
    .refine((text) => !text.includes('*'), '请填写完整号码，不能包含 *')
    .refine((text) => !isScientific(text), SCIENTIFIC)
