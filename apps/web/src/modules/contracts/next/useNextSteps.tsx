import type { Contract } from '@pianzhang/contract/contracts'
import type { Invoice } from '@pianzhang/contract/invoices'
import { type ReactNode, useMemo } from 'react'
import { useCan } from '../../../platform/session/session.ts'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import { useDialog } from '../../../ui/popup/useDialog.tsx'
import type { RowAction } from '../../../ui/table/columns/RowActions.tsx'
import { isIncome } from '../../contract-picker/selects.ts'

// The forms of other ledgers, loaded when one is opened.
const Payment = lazyDialog(() => import('../../payments/editor/Editor.tsx'))
const Receipt = lazyDialog(() => import('../../receipts/Dialog.tsx'))
const Reminder = lazyDialog(() => import('../../reminders/Dialog.tsx'))
const Upload = lazyDialog(() => import('../../invoices/upload/UploadDialog.tsx'))

type Of = Pick<Contract, 'code' | 'customer' | 'category' | 'income_bankcard_account'>

/** 银行转账, for a contract that names an account. */
const TRANSFER = '2'
const beginningOf = ({ code, customer, income_bankcard_account }: Of) => ({
  payer: customer,
  contract_code: code,
  pay_channel: income_bankcard_account === '' ? null : TRANSFER,
})

/** What is done next with a contract, where one is: 新增付款 or 新增收款, 新增提醒, 上传发票, each begun with what the contract says. */
export function useNextSteps(): { stepsOf: (contract: Of) => RowAction[]; dialogs: ReactNode } {
  const may = useCan()
  const [pays, receives, reminds, uploads] = [
    may('cost_execution', 'write'),
    may('investment_execution', 'write'),
    may('contract_caution', 'write'),
    may('invoice', 'write'),
  ]
  const { dialog: dialogs, open, close } = useDialog()

  const stepsOf = useMemo(
    () =>
      (contract: Of): RowAction[] => {
        const { code: contract_code, customer } = contract
        const income = isIncome(contract)
        const step = (offered: boolean, label: string, onClick: () => void): RowAction[] =>
          offered ? [{ label, more: true, onClick }] : []
        const pay = (invoice?: Invoice) =>
          open(
            <Payment
              row={null}
              begin={{ ...beginningOf(contract), ...(invoice && { invoice }) }}
              onClose={close}
            />,
          )
        const receive = () =>
          open(<Receipt row={null} begin={{ contract_code, investor: customer }} onClose={close} />)
        const remind = () => open(<Reminder row={null} filter={{ contract_code }} onClose={close} />)
        // An invoice is linked to the line of a payment.
        const upload = () => open(<Upload onClose={close} {...(pays && { onPay: pay })} />)
        return [
          ...step(pays && !income, '新增付款', () => pay()),
          ...step(receives && income, '新增收款', receive),
          ...step(reminds, '新增提醒', remind),
          ...step(uploads && !income, '上传发票', upload),
        ]
      },
    [pays, receives, reminds, uploads, open, close],
  )
  return { stepsOf, dialogs }
}
