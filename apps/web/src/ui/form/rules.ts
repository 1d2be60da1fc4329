import { yuan } from '@pianzhang/contract/money'
import { parseField } from '@pianzhang/contract/money-field'
import type { z } from 'zod'

/** antd form rule that shows what `faultOf` says of the value. */
export const faultRule = <V>(faultOf: (value: V) => string | null | undefined) => ({
  validator: async (_: unknown, value: V): Promise<void> => {
    const fault = faultOf(value)
    if (fault) throw new Error(fault)
  },
})

/** antd form rule that validates by the contract's schema and shows its message. */
export const asInContract = (schema: z.ZodType) =>
  faultRule((value: unknown) => schema.safeParse(value).error?.issues[0]?.message)

/** The same for what was typed into a MoneyInput: `1,234.5` and `=12*30` are amounts. */
export const amountInContract = (schema: z.ZodType) => ({
  validator: async (_: unknown, text: string): Promise<void> => {
    const { fen, error } = parseField(text)
    if (error !== undefined && text.trim() !== '') throw new Error(error)
    await asInContract(schema).validator(_, fen === undefined ? '' : yuan(fen))
  },
})

/** Whether an amount other than 0 has been typed. */
export const isAmountTyped = (text: string): boolean => (parseField(text).fen ?? 0n) !== 0n

/** Yuan in the API's format; an invalid amount is sent unchanged for the server to refuse. */
export function typedAmount(text: string): string {
  const { fen } = parseField(text)
  return fen === undefined ? text.trim() : yuan(fen)
}
/** The same of a field that may stay empty, which is sent as null. */
export const optionalAmount = (text: string): string | null => (text.trim() === '' ? null : typedAmount(text))
