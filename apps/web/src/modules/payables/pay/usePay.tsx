import type { Payable, PayableDrafts } from '@pianzhang/contract/payables'
import { type ReactNode, useState } from 'react'
import { resourceChanged } from '../../../platform/changes/refresh.ts'
import { useFeature } from '../../../platform/session/session.ts'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import { useDialog } from '../../../ui/popup/useDialog.tsx'
import type { Beginning } from '../../payments/editor/draft.ts'
import { readDrafts } from '../api.ts'
import { groupOf } from '../words.ts'

/** A payment of instalments as the editor begins with it. */
const beginningOf = ({
  pay_at,
  payer,
  payee,
  summary,
  cost_execution_details,
}: PayableDrafts['items'][number]): Beginning => ({
  whole: {
    header: { pay_at, payer, summary },
    payee,
    lines: cost_execution_details.map((line) => ({
      subject_three_code: line.subject_three_code,
      pay_category_id: line.pay_category_id,
      contract_code: line.contract_code,
      instalment: { code: line.instalment_code, title: line.instalment_title },
      pay_amount: line.pay_amount,
      remark: line.remark,
    })),
  },
})

const Editor = lazyDialog(() => import('../../payments/editor/Editor.tsx'))
const PayDialog = lazyDialog(() => import('./PayDialog.tsx'))
/** Loaded only where the company has approvals. */
const AskedPayDialog = lazyDialog(() => import('./AskedPayDialog.tsx'))

/** Paying instalments: those of one payee in the payment editor, those of several in a dialog, as one transaction. */
export function usePay(onPaid: () => void): {
  payOne: (row: Payable) => Promise<void>
  paySelected: (rows: readonly Payable[]) => Promise<void>
  /** What the editor begins with is being asked for. */
  busy: boolean
  dialogs: ReactNode
} {
  const { dialog: dialogs, open, close } = useDialog()
  const [busy, setBusy] = useState(false)
  const Pay = useFeature('approval') ? AskedPayDialog : PayDialog
  const done = () => {
    close()
    onPaid()
  }
  const edit = async (rows: readonly Payable[]) => {
    setBusy(true)
    try {
      // A refusal, such as of what a colleague has paid meanwhile, is reported by the call.
      const [drafted] = await readDrafts(rows)
      if (drafted) open(<Editor row={null} begin={beginningOf(drafted)} onSaved={done} onClose={close} />)
    } catch {
      // The list shows what is left to pay; what was selected stays.
      await resourceChanged('payable')
    } finally {
      setBusy(false)
    }
  }
  const paySelected = async (rows: readonly Payable[]) => {
    if (busy || rows.length === 0) return
    const isOne = new Set(rows.map(groupOf)).size === 1
    if (isOne) await edit(rows)
    else open(<Pay rows={rows} onPaid={done} onClose={close} />)
  }
  return {
    payOne: (row) => paySelected([row]),
    paySelected,
    busy,
    dialogs,
  }
}
