import type { Contract } from '@pianzhang/contract/contracts'
import { formatYuan } from '@pianzhang/contract/money'
import type { Instalment, Instalments } from '@pianzhang/contract/payables'
import { useQuery } from '@tanstack/react-query'
import { newKey } from '../../../platform/api/unanswered.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { ask } from '../../../ui/popup/confirm.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import { useDialog } from '../../../ui/popup/useDialog.tsx'
import { NotLoaded } from '../../../ui/states/States.tsx'
import { MiniTable, MoneyCell } from '../../../ui/table/MiniTable.tsx'
import { planChanged, planQuery, reach } from '../../contract-picker/instalments.ts'
import { Status } from '../columns.tsx'
import styles from './plan.module.css'

const PlanDialog = lazyDialog(() => import('./PlanDialog.tsx'))
const ReachDialog = lazyDialog(() => import('./ReachDialog.tsx'))

/** 付款计划 of a contract; 收款计划 of one of income. */
export default function Plan({ contract }: { contract: Contract }) {
  const query = useQuery(planQuery(contract.code))
  const { data } = query
  const { dialog, open, close } = useDialog()
  const incoming = data?.contract.direction === 'in'
  const name = incoming ? '收款计划' : '付款计划'
  return (
    <Panel
      title={name}
      head={
        <>
          {data && data.items.length > 0 && (
            <span className={`num ${styles.sum}`}>
              计划 {formatYuan(data.planned_yuan)} · 未排期 {formatYuan(data.unscheduled_yuan)}
            </span>
          )}
          {data?.can.write && (
            <Button size="small" onClick={() => open(<PlanDialog plan={data} onClose={close} />)}>
              编辑计划
            </Button>
          )}
        </>
      }
    >
      {data ? (
        data.items.length === 0 ? (
          <p className="faint">还没有{name}</p>
        ) : (
          <Table
            data={data}
            onReach={(row) => open(<ReachDialog contract={contract.code} row={row} onClose={close} />)}
          />
        )
      ) : (
        <NotLoaded of={query} lines={3} />
      )}
      {dialog}
    </Panel>
  )
}

function Table({ data, onReach }: { data: Instalments; onReach: (row: Instalment) => void }) {
  const incoming = data.contract.direction === 'in'
  return (
    <MiniTable
      label={incoming ? '收款计划' : '付款计划'}
      titles={['期次', '到期日', '状态', !incoming && '科目、付款类型']}
      ends={[
        '比例',
        '金额（元）',
        ...(incoming ? ['已收（元）', '待收（元）'] : ['已付（元）', '待付（元）']),
      ]}
      cards
      className={styles.table}
    >
      {data.items.map((row) => (
        <tr key={row.code}>
          <th scope="row" className={styles.name}>
            {row.title}
          </th>
          <td className={styles.due}>
            <span className="num">{row.due_at ?? '-'}</span>
            {row.kind === 'milestone' && data.can.write && (
              <Button
                type="text"
                size="small"
                onClick={() =>
                  row.reached_at === null ? onReach(row) : void askBack(data.contract.code, row)
                }
              >
                {row.reached_at === null ? '登记达成' : '撤销达成'}
              </Button>
            )}
          </td>
          <td className={styles.state}>
            <Status row={row} />
          </td>
          {!incoming && (
            <td className={styles.booked}>
              {[row.subject && `${row.subject.out_code} ${row.subject.name}`, row.pay_category?.name]
                .filter(Boolean)
                .join(' · ') || '-'}
            </td>
          )}
          <td className={`num ${styles.percent}`}>{row.percent === null ? '-' : `${row.percent}%`}</td>
          <MoneyCell amount={row.amount_yuan} className={styles.amount} />
          <MoneyCell amount={row.paid_yuan === '0.00' ? null : row.paid_yuan} className={styles.paid} />
          <td className={styles.left} data-name={incoming ? '待收' : '待付'}>
            <MoneyText amount={row.rest_yuan === '0.00' ? null : row.rest_yuan} />
          </td>
        </tr>
      ))}
    </MiniTable>
  )
}

function askBack(contract: string, { code, title, version }: Instalment): Promise<boolean> {
  const key = newKey()
  return ask({ title: '确定撤销达成？', text: `${title}：到期日将清空，恢复为待达成。` }, async () => {
    const { msg } = await reach(contract, code, { reached: false, due_at: null, version }, key)
    await planChanged()
    toast.success(msg)
  })
}
