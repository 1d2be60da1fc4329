import { formatYuan } from '@pianzhang/contract/money'
import { parseField } from '@pianzhang/contract/money-field'
import { type ApprovalRules, approvalRulesBody } from '@pianzhang/contract/payment-requests'
import { useQuery } from '@tanstack/react-query'
import { Form, Switch } from 'antd'
import { useState } from 'react'
import type { Answer, ApiError } from '../../../platform/api/api.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { Columns } from '../../../ui/form/items/Columns.tsx'
import { merge } from '../../../ui/form/items/item.ts'
import { faultRule, typedAmount } from '../../../ui/form/rules.ts'
import { latestRules, rulesChanged, rulesQuery, saveRules } from '../../payments/editor/approval/rules.ts'
import { BandsField } from './BandsField.tsx'
import { PlainDialog } from './PlainDialog.tsx'
import styles from './rules.module.css'
import {
  bandsOf,
  contentOf,
  type Faults,
  faultsIn,
  faultsOf,
  sentencesOf,
  type TypedBand,
  typedOf,
} from './typed.ts'

interface Values {
  on: boolean
  self_approve: boolean
  imprest_limit: string
  bands: TypedBand[]
}
const Item = basicItems<Values>()
const NONE: Faults = new Map()

const valuesOf = ({ on, self_approve, imprest_limit_yuan, bands }: ApprovalRules): Values => ({
  on,
  self_approve,
  imprest_limit: imprest_limit_yuan ?? '',
  bands: typedOf({ bands }),
})
const SHAPE = {
  on: approvalRulesBody.shape.on,
  self_approve: approvalRulesBody.shape.self_approve,
  imprest_limit: approvalRulesBody.shape.imprest_limit,
}
/** The typed limit for the API; null: the field is empty, no limit. */
const limitOf = (typed: string) => (typed.trim() === '' ? null : typedAmount(typed))
const switched = (name: string, label: string) => merge.shown(name, label, (on) => (on ? '是' : '否'))

const TITLE = '审批规则'
const WIDTH = 760

/** 审批规则: which amounts of payments need whom. */
export default function RulesDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery({ ...rulesQuery, staleTime: 0 })
  const { data, isFetching } = query
  // As it was opened: what a colleague saves meanwhile is merged when this person saves.
  const [opened, setOpened] = useState<ApprovalRules>()
  if (!opened && data && !isFetching) setOpened(data)
  if (opened?.can.write) return <Edited rules={opened} onClose={onClose} />
  return (
    <PlainDialog title={TITLE} width={WIDTH} of={{ ...query, data: opened }} onClose={onClose}>
      {(rules) => (
        <Sentences
          on={rules.on}
          limit={rules.imprest_limit_yuan ?? ''}
          bands={typedOf(rules)}
          nameOf={nameIn(rules)}
        />
      )}
    </PlainDialog>
  )
}

function Edited({ rules, onClose }: { rules: ApprovalRules; onClose: () => void }) {
  const [latest, setLatest] = useState(rules)
  const [faults, setFaults] = useState(NONE)
  const nameOf = nameIn(latest)
  const show = (found: Faults) => {
    setFaults(found)
    const [first] = found.keys()
    if (first !== undefined) requestAnimationFrame(() => document.getElementById(first)?.focus())
  }
  const shows = ({ errors }: ApiError): boolean => {
    const own = errors.filter(({ field }) => field.startsWith('bands['))
    if (own.length === 0) return false
    show(faultsOf(own))
    return true
  }
  /** As the bands are merged and named when a colleague saved first. */
  const merged = (name: string, label: string) => ({
    names: [name] as [string],
    label,
    canonical: (values: Readonly<Record<string, unknown>>) => contentOf(values.bands as TypedBand[]),
    text: (values: Readonly<Record<string, unknown>>) =>
      sentencesOf(values.bands as TypedBand[], nameOf)?.join('；') ?? '',
  })
  return (
    <FormDialog<Values, Answer<ApprovalRules>, ApprovalRules>
      title={TITLE}
      width={WIDTH}
      initial={valuesOf(rules)}
      edited={{ record: rules, latest: latestRules, onLatest: setLatest, valuesOf }}
      shape={SHAPE}
      send={({ on, self_approve, imprest_limit, bands }, key, version) =>
        saveRules(
          { on, self_approve, imprest_limit: limitOf(imprest_limit), bands: bandsOf(bands), version },
          key,
        )
      }
      shows={shows}
      onSaved={rulesChanged}
      onClose={onClose}
    >
      <Columns>
        <Item.Own name="on" label="启用付款审批" valuePropName="checked" merged={switched}>
          <Switch />
        </Item.Own>
        <Item.Own
          name="self_approve"
          label="发起人可审批自己的申请"
          valuePropName="checked"
          merged={switched}
        >
          <Switch />
        </Item.Own>
        <Item.Amount name="imprest_limit" label="备用金单笔上限（元）" placeholder="不限" positive />
      </Columns>
      <Item.Own
        name="bands"
        label="金额与审批人"
        merged={merged}
        validateTrigger="onSubmit"
        rules={[
          faultRule((bands: TypedBand[]) => {
            const found = faultsIn(bands)
            show(found)
            return found.size > 0 ? (found.get('bands') ?? '请修改标出的内容') : undefined
          }),
        ]}
      >
        <BandsField
          approvers={latest.approvers}
          faults={faults}
          onMend={(place) =>
            setFaults((old) => (place ? new Map([...old].filter(([one]) => one !== place)) : NONE))
          }
        />
      </Item.Own>
      <Form.Item noStyle dependencies={['on', 'imprest_limit', 'bands']}>
        {(form) => (
          <Sentences
            on={form.getFieldValue('on') as boolean}
            limit={form.getFieldValue('imprest_limit') as string}
            bands={form.getFieldValue('bands') as TypedBand[]}
            nameOf={nameOf}
          />
        )}
      </Form.Item>
    </FormDialog>
  )
}

/** The names of those who may be chosen, and of those who already are. */
function nameIn({ approvers, bands }: ApprovalRules): (code: string) => string | undefined {
  const chosen = bands.flatMap(({ steps }) => steps.flat()).filter(({ name }) => name !== '')
  const names = new Map([...chosen, ...approvers].map(({ code, name }) => [code, name]))
  return (code) => names.get(code)
}

interface SentencesProps {
  on: boolean
  /** 备用金单笔上限 as typed. */
  limit: string
  bands: readonly TypedBand[]
  nameOf: (code: string) => string | undefined
}

/** The rules in words, before they are saved. */
function Sentences({ on, limit, bands, nameOf }: SentencesProps) {
  const sentences = sentencesOf(bands, nameOf)
  const { fen } = parseField(limit)
  return (
    <section className={styles.sentences} aria-label="规则说明">
      {!on && <p>未启用：所有付款直接记账。启用后：</p>}
      {sentences ? (
        <ul>
          {sentences.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : (
        <p>起始金额填写完整并逐档增大后，这里显示规则。</p>
      )}
      <p className={styles.exempt}>
        每步由其中一人审批，同一人不在两步中审批；某一步无人可审批时，由超级管理员审批。备用金核销
        {fen !== undefined && `（单笔不超过 ${formatYuan(fen)} 元）`}
        、负数金额无需审批；已在审批中的申请按提交时的规则。
      </p>
    </section>
  )
}
