import { addDays } from '@pianzhang/contract/calendar'
import { type ApprovalRules, type Deputy, deputyBody } from '@pianzhang/contract/payment-requests'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { Answer } from '../../../platform/api/api.ts'
import { newKey } from '../../../platform/api/unanswered.ts'
import { currentDay } from '../../../platform/currentDay.ts'
import { useProfile } from '../../../platform/session/session.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { Columns } from '../../../ui/form/items/Columns.tsx'
import { choiceItems } from '../../../ui/form/items/choices.tsx'
import { dayItems } from '../../../ui/form/items/days.tsx'
import { ask } from '../../../ui/popup/confirm.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import { rulesChanged, rulesQuery, saveDeputy } from '../../payments/editor/approval/rules.ts'
import { PlainDialog } from './PlainDialog.tsx'
import styles from './rules.module.css'

interface Values {
  deputy_code: string | null
  start_at: string
  end_at: string
}
const Item = { ...choiceItems<Values>(), ...dayItems<Values>() }
const TITLE = '代理审批'
const LEAD = '外出期间由代理人审批等待您的付款申请，记录中注明代理。'

/** 代理审批: who stands in for whom, from day to day. */
export default function DeputyDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(rulesQuery)
  const { data } = query
  if (!data?.can.deputy)
    return (
      <PlainDialog title={TITLE} width={560} of={query} onClose={onClose}>
        {({ deputies }) => <Deputies deputies={deputies} />}
      </PlainDialog>
    )
  return <Named rules={data} onClose={onClose} />
}

function Named({ rules, onClose }: { rules: ApprovalRules; onClose: () => void }) {
  const { code: own } = useProfile()
  const mine = rules.deputies.find(({ user_code }) => user_code === own)
  const people = rules.approvers.filter(({ code, kind }) => kind === 'user' && code !== own)
  const now = currentDay()
  return (
    <FormDialog<Values, Answer<ApprovalRules>>
      title={TITLE}
      width={560}
      initial={{
        deputy_code: mine?.deputy_code ?? null,
        start_at: mine?.start_at ?? now,
        end_at: mine?.end_at ?? addDays(now, 6),
      }}
      shape={deputyBody.shape}
      send={saveDeputy}
      onSaved={rulesChanged}
      onClose={onClose}
    >
      <p className={styles.lead}>{LEAD}</p>
      <Deputies deputies={rules.deputies} own={own} />
      <Item.Choice
        name="deputy_code"
        label="代理人"
        required
        rules={[{ required: true, message: '请选择代理人' }]}
        of={{
          items: people.map(({ code, name }) => ({ value: code, label: name })),
          state: LOADED,
        }}
      />
      <Columns>
        <Item.Day name="start_at" label="开始日期" required />
        <Item.Day name="end_at" label="结束日期" required />
      </Columns>
    </FormDialog>
  )
}

const LOADED = { loading: false, failed: false, retry: () => {} }

/** Of today and of days to come; one's own can be cancelled. */
function Deputies({ deputies, own }: { deputies: readonly Deputy[]; own?: string }) {
  const [busy, setBusy] = useState(false)
  const cancel = async ({ deputy_name }: Deputy) => {
    if (!(await ask({ title: `取消由${deputy_name}代理审批？` }))) return
    setBusy(true)
    try {
      await saveDeputy({ deputy_code: null, start_at: null, end_at: null }, newKey())
      await rulesChanged()
      toast.success('已取消代理')
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  if (deputies.length === 0) return <p className={styles.none}>目前没有代理。</p>
  return (
    <ul className={styles.deputies} aria-label="代理">
      {deputies.map((one) => (
        <li key={`${one.user_code} ${one.start_at}`}>
          <span>
            {one.user_name} 由 {one.deputy_name} 代理
          </span>
          <span className="num muted">
            {one.start_at} – {one.end_at}
          </span>
          {one.user_code === own && (
            <Button size="small" disabled={busy} onClick={() => void cancel(one)}>
              取消代理
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
