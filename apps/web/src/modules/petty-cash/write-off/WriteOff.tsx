import { FAILURES } from '@pianzhang/contract/errors'
import { MAX_LACKING, type WriteOffPreview } from '@pianzhang/contract/petty-cash'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Radio } from 'antd'
import { useRef, useState } from 'react'
import { ApiError } from '../../../platform/api/api.ts'
import { newKey } from '../../../platform/api/unanswered.ts'
import { count } from '../../../ui/count.ts'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { useLayer } from '../../../ui/popup/layers.ts'
import { toast } from '../../../ui/popup/toast.ts'
import { ScrollBox } from '../../../ui/ScrollBox.tsx'
import { NotLoaded } from '../../../ui/states/States.tsx'
import { NEEDS } from '../needs.ts'
import type { PettyCashFilter } from '../search.ts'
import { previewQuery, writeOff, writtenOff } from './api.ts'
import type { Scope, ScopeName } from './scopes.ts'
import styles from './WriteOff.module.css'
import { lackingText, readyText, resultText } from './words.ts'

interface Props {
  /** The first one is chosen. */
  scopes: readonly [Scope, ...Scope[]]
  /** How many of the ticked rows are written off already. */
  settled: number
  /** Shows the details of this filter that lack something. */
  onLacking: (filter: PettyCashFilter) => void
  onDone: () => void
  onClose: () => void
}

const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === FAILURES.stale.code

/**
 * 核销: which details, how many and their sum, what the others lack; then writes off exactly these. Where they have changed
 * since, the server refuses, and the new figures are shown.
 */
export default function WriteOff({ scopes, settled, onLacking, onDone, onClose }: Props) {
  const [name, setName] = useState<ScopeName>(scopes[0].name)
  const scope = scopes.find((one) => one.name === name) ?? scopes[0]
  const query = useQuery(previewQuery(scope.params))
  const { data, isFetching, refetch } = query
  const [saving, setSaving] = useState(false)
  /** By scope, the preview that the person saw first. */
  const [first, setFirst] = useState<Partial<Record<ScopeName, string>>>({})
  if (data && first[name] === undefined) setFirst({ ...first, [name]: data.fingerprint })
  /** A repetition after a lost answer gets the first result; other details are another write-off. */
  const sent = useRef({ of: '', key: '' })
  const close = () => {
    if (!saving) onClose()
  }
  useLayer(close)

  const run = async () => {
    if (saving || !data) return
    setSaving(true)
    const of = `${name} ${data.fingerprint}`
    if (sent.current.of !== of) sent.current = { of, key: newKey() }
    try {
      const result = await writeOff({ ...scope.params, fingerprint: data.fingerprint }, sent.current.key)
      await writtenOff()
      toast.success(resultText(result))
      onDone()
    } catch (failed) {
      // Other failures have been reported by the call.
      if (isStale(failed)) void refetch()
      setSaving(false)
    }
  }

  return (
    <Modal
      open
      centered
      width={520}
      title="确定核销？"
      onCancel={close}
      onOk={() => void run()}
      confirmLoading={saving}
      cancelButtonProps={{ disabled: saving }}
      okButtonProps={{ disabled: !data || isFetching || data.succeeded_quantity === 0, autoFocus: true }}
      mask={{ closable: false }}
    >
      <div className={styles.scope}>
        <span id="write-off-scope">核销范围</span>
        {scopes.length > 1 ? (
          <Radio.Group
            aria-labelledby="write-off-scope"
            disabled={saving}
            value={name}
            onChange={({ target }) => setName(target.value as ScopeName)}
            options={scopes.map((one) => ({ value: one.name, label: one.label }))}
          />
        ) : (
          scope.label
        )}
      </div>
      {data ? (
        <div aria-busy={isFetching}>
          {first[name] !== undefined && first[name] !== data.fingerprint && (
            <p className={styles.changed} role="alert">
              明细已有变化，以下为最新数据，请核对后重新确认。
            </p>
          )}
          <Figures
            preview={data}
            settled={name === 'selected' ? settled : 0}
            onLacking={() => onLacking(scope.filter)}
          />
        </div>
      ) : (
        <NotLoaded of={query} lines={4} />
      )}
    </Modal>
  )
}

interface FiguresProps {
  preview: WriteOffPreview
  settled: number
  onLacking: () => void
}

function Figures({ preview, settled, onLacking }: FiguresProps) {
  const { total_quantity, succeeded_quantity, lacking_items } = preview
  const lacking = lackingText(preview)
  const others = total_quantity - succeeded_quantity - MAX_LACKING
  return (
    <>
      <div className={styles.line}>
        {total_quantity === 0
          ? '没有可核销的明细。'
          : succeeded_quantity === 0
            ? '没有满足条件的明细。'
            : `${readyText(preview)}。`}
      </div>
      {settled > 0 && <div className={styles.line}>所选中已核销 {count(settled)} 条，不再核销。</div>}
      {lacking && (
        <>
          <div className={`${styles.line} ${styles.lacking}`}>
            <span>{lacking}</span>
            <Button type="link" size="small" aria-label="查看未满足条件的明细" onClick={onLacking}>
              查看
            </Button>
          </div>
          <ScrollBox as="ul" className={styles.items} label="未满足条件的明细">
            {lacking_items.map((one) => (
              <li key={one.code}>
                <span className="num">{one.code}</span>
                <span className={styles.payer}>{one.payer}</span>
                <MoneyText amount={one.pay_amount_yuan} />
                <span className={styles.needs}>缺{one.lacking.map((need) => NEEDS[need]).join('、')}</span>
              </li>
            ))}
            {others > 0 && <li>另有 {count(others)} 条</li>}
          </ScrollBox>
        </>
      )}
      {succeeded_quantity > 0 && (
        <div className={styles.line}>每条明细生成一笔付款。核销后的明细不能编辑或删除。</div>
      )}
    </>
  )
}
