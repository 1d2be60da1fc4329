import type { MergePreview, Payee } from '@pianzhang/contract/payees'
import { useQuery } from '@tanstack/react-query'
import { Modal, Radio } from 'antd'
import { useState } from 'react'
import { ApiError } from '../../../platform/api/api.ts'
import { underKey } from '../../../platform/api/unanswered.ts'
import { count } from '../../../ui/count.ts'
import { useLayer } from '../../../ui/popup/layers.ts'
import { toast } from '../../../ui/popup/toast.ts'
import { NotLoaded } from '../../../ui/states/States.tsx'
import { MiniTable } from '../../../ui/table/MiniTable.tsx'
import { mergePayees, mergePreviewQuery, recordsChanged } from '../api.ts'
import { PayeePicker } from '../picker/PayeePicker.tsx'
import styles from './detail.module.css'

interface Props {
  /** One: it becomes another one, which is chosen here. Several: one of them is kept. */
  payees: readonly Payee[]
  onClose: () => void
  onMerged: () => void
}

/** 合并收款人: which one is kept, and what moves. */
export default function MergeDialog({ payees, onClose, onMerged }: Props) {
  useLayer(onClose)
  const one = payees.length === 1
  const [into, setInto] = useState<string | null>(one ? null : (payees[0]?.code ?? null))
  const [chosen, setChosen] = useState<{ code: string; name: string } | null>(null)
  const codes = payees.flatMap(({ code }) => (code === into ? [] : [code]))
  const body = { into: into ?? '', codes }
  const isOwn = one && into === payees[0]?.code
  const ready = into !== null && codes.length > 0 && !isOwn
  const [saving, setSaving] = useState(false)
  const query = useQuery({
    ...mergePreviewQuery(body),
    // Not read again while it is merged: the payees of the preview are gone then.
    enabled: ready && !saving,
  })
  const { data, isFetching } = query

  const merge = async () => {
    if (!ready || saving) return
    setSaving(true)
    try {
      const { data: kept } = await underKey(`merge ${JSON.stringify(body)}`, (key) => mergePayees(body, key))
      await recordsChanged()
      toast.success(`已合并到 ${kept.name}`)
      onMerged()
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
      title="合并收款人"
      okText="合并"
      onOk={() => void merge()}
      okButtonProps={{ disabled: !ready || !data || isFetching }}
      confirmLoading={saving}
      onCancel={onClose}
    >
      {one ? (
        <>
          <p>
            将 <b>{payees[0]?.name}</b> 并入：
          </p>
          <PayeePicker
            value={chosen && { ...chosen, account_change: null }}
            onChange={(payee) => {
              setChosen(payee)
              setInto(payee?.code ?? null)
            }}
          />
          {isOwn && <p className={styles.warn}>不能与自身合并，请选择另一个收款人</p>}
        </>
      ) : (
        <>
          <p>请选择要保留的收款人，其余收款人将并入：</p>
          <Radio.Group
            vertical
            value={into}
            onChange={(event) => setInto(event.target.value as string)}
            options={payees.map(({ code, name, account, kind_i18n }) => ({
              value: code,
              label: (
                <span>
                  {name}{' '}
                  <span className={`num ${styles.project}`}>
                    {[kind_i18n, account || '无收款账号'].join(' ')}
                  </span>
                </span>
              ),
            }))}
          />
        </>
      )}
      {ready && (
        <section className={styles.section} aria-live="polite">
          {data ? (
            <>
              <Moved preview={data} />
              {data.other_accounts && (
                <p className={styles.warn}>
                  被合并的收款人有不同的收款账号，合并后只保留 {data.into.name} 的账号
                  {data.into.account !== '' && '，7天内提醒电话核实'}。
                </p>
              )}
              <p className="faint">合并后不能撤销，被合并的收款人不再出现在列表中。</p>
            </>
          ) : (
            <NotLoaded of={query} lines={4} />
          )}
        </section>
      )}
    </Modal>
  )
}

const KINDS = [
  { kind: 'payments', name: '付款', unit: '笔' },
  { kind: 'contracts', name: '合同', unit: '份' },
  { kind: 'requests', name: '付款申请', unit: '笔' },
  { kind: 'fees', name: '劳务报酬', unit: '笔' },
] as const

/** How many records name the kept payee afterwards; those of a feature that is off are absent. */
function Moved({ preview }: { preview: MergePreview }) {
  const kinds = KINDS.filter(({ kind }) => preview[kind] !== undefined)
  return (
    <>
      <h3 className={styles.head}>
        将改为该收款人
        <small className="num">
          {kinds.map(({ kind, name, unit }) => `${name} ${count(preview[kind] ?? 0)} ${unit}`).join('，')}
        </small>
      </h3>
      {preview.projects.length > 0 && (
        <MiniTable
          label="将改为该收款人"
          titles={['项目']}
          ends={kinds.map(({ name, unit }) => `${name}（${unit}）`)}
          cards
          className={`${styles.table} ${styles.counts}`}
        >
          {preview.projects.map((project) => (
            <tr key={project.code ?? ''}>
              <th scope="row">{project.name}</th>
              {kinds.map(({ kind, name }) => (
                <td key={kind} className="num" data-title={name}>
                  {count(project[kind] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </MiniTable>
      )}
    </>
  )
}
