import type { Contract } from '@pianzhang/contract/contracts'
import { fenOf, yuan } from '@pianzhang/contract/money'
import { Suspense, useState } from 'react'
import { newKey } from '../../../../platform/api/unanswered.ts'
import { useCan } from '../../../../platform/session/session.ts'
import { Button } from '../../../../ui/Button.tsx'
import { lazyDialog } from '../../../../ui/code/lazy.tsx'
import { Panel } from '../../../../ui/page/Panel.tsx'
import { ask } from '../../../../ui/popup/confirm.tsx'
import { toast } from '../../../../ui/popup/toast.ts'
import { useReturnFocus } from '../../../../ui/popup/useReturnFocus.ts'
import { MiniTable, MoneyCell } from '../../../../ui/table/MiniTable.tsx'
import { formatMinute } from '../../../../ui/time.ts'
import { isIncome } from '../../../contract-picker/selects.ts'
import { contracts } from '../../api.ts'
import styles from './allocations.module.css'
import { settle } from './api.ts'

const AllocationsDialog = lazyDialog(() => import('./AllocationsDialog.tsx'))
const SettleDialog = lazyDialog(() => import('./SettleDialog.tsx'))

/** 科目分摊: what the contract is for, what was paid there, and whether anything is still to be paid. */
export default function Allocations({ contract }: { contract: Contract }) {
  const [dialog, setDialog] = useState<'shares' | 'settle' | null>(null)
  useReturnFocus(dialog !== null)
  // They are the cost report's, whoever may edit the contract.
  const mayWrite = useCan()('cost_report', 'write')
  const { allocations, amount_yuan, settled_at, settled_reason } = contract
  if (isIncome(contract)) return null
  const shared = allocations.reduce((sum, one) => sum + fenOf(one.amount_yuan), 0n)
  const rest = yuan(fenOf(amount_yuan) - shared)
  const close = () => setDialog(null)
  return (
    <Panel
      title="科目分摊"
      head={
        <>
          {settled_at && (
            <span className={styles.settled}>
              已结清 <span className="num">{formatMinute(settled_at)}</span>
              {settled_reason && `：${settled_reason}`}
            </span>
          )}
          {mayWrite && (
            <span className={styles.tools}>
              <Button size="small" onClick={() => setDialog('shares')}>
                编辑分摊
              </Button>
              {settled_at ? (
                <Button size="small" onClick={() => void askUnsettle(contract)}>
                  取消结清
                </Button>
              ) : (
                // A supplement is settled with its contract.
                !contract.supplemented_contract && (
                  <Button size="small" onClick={() => setDialog('settle')}>
                    结清
                  </Button>
                )
              )}
            </span>
          )}
        </>
      }
    >
      <MiniTable
        label="科目分摊"
        titles={['科目']}
        ends={['分摊金额（元）', '该科目已付（元）']}
        className={styles.table}
        foot={
          <tr>
            <th scope="row">未分摊</th>
            <MoneyCell amount={rest} />
            <td />
          </tr>
        }
      >
        {allocations.map(({ subject_code, out_code, name, amount_yuan: amount, paid_yuan }) => (
          <tr key={subject_code}>
            <th scope="row">
              <span className={`num ${styles.number}`}>{out_code}</span>
              {name}
            </th>
            <MoneyCell amount={amount} />
            <MoneyCell amount={paid_yuan} />
          </tr>
        ))}
      </MiniTable>
      <Suspense>
        {dialog === 'shares' && <AllocationsDialog contract={contract} onClose={close} />}
        {dialog === 'settle' && <SettleDialog contract={contract} onClose={close} />}
      </Suspense>
    </Panel>
  )
}

function askUnsettle({ code, version, out_code }: Contract): Promise<boolean> {
  const key = newKey()
  return ask({ title: '确定取消结清？', text: `${out_code}：未付金额将重新计入合同未付。` }, async () => {
    const { msg } = await settle(code, { settled: false, reason: '', version }, key)
    await contracts.changed()
    toast.success(msg)
  })
}
