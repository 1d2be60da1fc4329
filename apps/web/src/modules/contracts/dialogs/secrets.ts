import { contractBody } from '@pianzhang/contract/contracts'
import { idNumberWarning } from '@pianzhang/contract/id-number'
import { accountText, plainAccount, plainNumber } from '@pianzhang/contract/numbers'

/** The numbers that answers of a contract mask. */
export const SECRETS = {
  id_number: {
    schema: contractBody.shape.id_number,
    plain: plainNumber,
    warning: (text: string) => idNumberWarning(text),
  },
  income_bankcard_account: {
    schema: contractBody.shape.income_bankcard_account,
    plain: plainAccount,
    shown: (number: string) => accountText(plainAccount(number)),
  },
}
