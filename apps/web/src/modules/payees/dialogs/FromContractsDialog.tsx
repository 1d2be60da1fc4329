import { accountText } from '@pianzhang/contract/numbers'
import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useState } from 'react'
import { ApiError } from '../../../platform/api/api.ts'
import { underKey } from '../../../platform/api/unanswered.ts'
import { count } from '../../../ui/count.ts'
import { useLayer } from '../../../ui/popup/layers.ts'
import { toast } from '../../../ui/popup/toast.ts'
import { NotLoaded } from '../../../ui/states/States.tsx'
import { MiniTable } from '../../../ui/table/MiniTable.tsx'
import { fromContractsQuery, recordsChanged, takeFromContracts } from '../api.ts'
import styles from './detail.module.css'

/** 从合同提取收款人: what would be made, then it is made. */
export default function FromContractsDialog({ onClose }: { onClose: () => void }) {
  useLayer(onClose)
  const query = useQuery(fromContractsQuery)
  const { data, isFetching } = query
  const [saving, setSaving] = useState(false)
  const nothing = data !== undefined && data.created === 0 && data.linked === 0

  const take = async () => {
    if (saving) return
    if (nothing) return onClose()
    setSaving(true)
    try {
      const { data: done } = await underKey('payees from contracts', takeFromContracts)
      await recordsChanged()
      toast.success(`已新增 ${count(done.created)} 个收款人，关联 ${count(done.linked)} 份合同`)
      onClose()
    } catch (failure) {
      if (failure instanceof ApiError) toast.error(failure.message)
      else throw failure
    } finally {
      setSaving(false)
    }
  }

  return (
    <Modal
      open
      centered
      width={640}
      title="从合同提取收款人"
      okText={nothing ? '关闭' : '提取'}
      onOk={() => void take()}
      okButtonProps={{ disabled: !data || isFetching }}
      {...(nothing && { cancelButtonProps: { hidden: true } })}
      confirmLoading={saving}
      onCancel={onClose}
    >
      {data ? (
        nothing ? (
          <p>您能进入的项目中，应付合同均已关联收款人。</p>
        ) : (
          <>
            <p className="num">
              将新增 {count(data.created)} 个收款人，关联 {count(data.linked)} 份应付合同
              {data.without_account > 0 && `；其中 ${count(data.without_account)} 个没有收款账号`}。
            </p>
            {data.items.length > 0 && (
              <MiniTable
                label="将新增的收款人"
                titles={['名称', '收款账号']}
                ends={['合同（份）']}
                cards
                className={styles.table}
                box={styles.box}
              >
                {data.items.map(({ name, account, contracts }) => (
                  <tr key={`${name} ${account}`}>
                    <th scope="row">{name}</th>
                    <td className="num">{accountText(account) || '-'}</td>
                    <td className="num">{count(contracts)}</td>
                  </tr>
                ))}
              </MiniTable>
            )}
          </>
        )
      ) : (
        <NotLoaded of={query} lines={6} />
      )}
    </Modal>
  )
}
