import { bankAccountWarning } from '@pianzhang/contract/bank-account'
import { idNumberWarning } from '@pianzhang/contract/id-number'
import { accountText, plainAccount, plainNumber } from '@pianzhang/contract/numbers'
import { payeeBody } from '@pianzhang/contract/payees'

/** The numbers that answers of a payee mask. */
export const SECRETS = {
  id_number: { schema: payeeBody.shape.id_number, plain: plainNumber, warning: idNumberWarning },
  phone: { schema: payeeBody.shape.phone, plain: plainNumber },
  account: {
    schema: payeeBody.shape.account,
    plain: plainAccount,
    warning: (text: string) => bankAccountWarning(plainAccount(text)),
    shown: (number: string) => accountText(plainAccount(number)),
  },
}
