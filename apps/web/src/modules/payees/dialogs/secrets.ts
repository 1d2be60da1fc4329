import { bankAccountWarning } from '@pianzhang/contract/bank-account'
import { idNumberWarning } from '@pianzhang/contract/id-number'
import { accountText, plainAccount, plainNumber } from '@pianzhang/contract/numbers'
import { payeeBody } from '@pianzhang/contract/payees'

type Values = Record<string, string | null>

/** The numbers that answers of a payee mask. */
export const SECRETS = {
  id_number: {
    schema: payeeBody.shape.id_number,
    plain: plainNumber,
    warning: (text: string, { id_type }: Values) => idNumberWarning(text, id_type),
    besides: ['id_type'],
  },
  phone: { schema: payeeBody.shape.phone, plain: plainNumber },
  account: {
    schema: payeeBody.shape.account,
    plain: plainAccount,
    warning: (text: string, { kind }: Values) => bankAccountWarning(plainAccount(text), kind ?? null),
    besides: ['kind'],
    shown: (number: string) => accountText(plainAccount(number)),
  },
}
