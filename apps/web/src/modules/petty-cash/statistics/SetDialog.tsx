import { pettyCashApi } from '@pianzhang/contract/api/books'
import { capitals } from '@pianzhang/contract/money'
import { parseField } from '@pianzhang/contract/money-field'
import { type PettyCashTotals, pettyCashAmountBody } from '@pianzhang/contract/petty-cash'
import { Form } from 'antd'
import type { ComponentProps } from 'react'
import { useState } from 'react'
import { call, read } from '../../../platform/api/api.ts'
import type { BodyOf } from '../../../platform/api/endpoint.ts'
import { handled } from '../../../platform/api/handled.ts'
import { MoneyInput } from '../../../ui/fields/MoneyInput.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { merge } from '../../../ui/form/items/item.ts'
import { amountInContract, typedAmount } from '../../../ui/form/rules.ts'
import { pettyCash } from '../api.ts'
import styles from './SetDialog.module.css'
import { keepAmount, settleAmount } from './typedTotal.ts'

/** 备用金金额: accepts only characters that can be part of an amount or of a formula. */
function TotalInput({ value = '', onChange, onBlur, ...rest }: ComponentProps<typeof MoneyInput>) {
  return (
    <MoneyInput
      {...rest}
      value={value}
      onChange={(text) => onChange?.(keepAmount(text))}
      onBlur={(event) => {
        // MoneyInput formats the amount first and keeps 0.00; a zero total becomes empty here.
        const settled = settleAmount(value)
        if (settled !== value) onChange?.(settled)
        onBlur?.(event)
      }}
    />
  )
}

const { amount: AMOUNT } = pettyCashAmountBody.shape
const MISMATCH = '两个数字验证码必须一致'

/** A number from 1000 to 9998 (range of the seed) that differs from `before`. */
function randomNumber(before?: string): string {
  const number = String(1000 + Math.floor(Math.random() * 8999))
  return number === before ? randomNumber(before) : number
}

const setAmount = (body: BodyOf<typeof pettyCashApi.setAmount>, idempotencyKey: string) =>
  call(pettyCashApi.setAmount, { body, idempotencyKey, handled })
const latestTotals = () => read(pettyCashApi.totals, { handled })

/** The amount is empty until one has been set (version 0). `number` only confirms and is no part of the record. */
const valuesOf = ({ version, imprest_total_amount }: PettyCashTotals) => ({
  amount: version > 0 ? imprest_total_amount : '',
  number: '',
})
type Values = ReturnType<typeof valuesOf>
const Item = basicItems<Values>()

interface Props {
  totals: PettyCashTotals
  onClose: () => void
}

/** 设置备用金: replaces the total set. A random number must be retyped, so that nobody does it in passing. */
export default function SetDialog({ totals, onClose }: Props) {
  const [number, setNumber] = useState(() => randomNumber())
  const same = {
    validator: async (_: unknown, typed: string) => {
      if (!typed.trim()) throw new Error('请输入确认验证码')
      if (typed.trim() === number) return
      setNumber(randomNumber(number))
      throw new Error(MISMATCH)
    },
  }
  return (
    <FormDialog
      title="设置备用金"
      width={440}
      initial={valuesOf(totals)}
      edited={{
        record: totals,
        latest: latestTotals,
        valuesOf,
      }}
      send={({ amount }, key, version) => setAmount({ amount: typedAmount(amount), version }, key)}
      onSaved={pettyCash.changed}
      onClose={onClose}
    >
      <Item.Own
        name="amount"
        label="备用金金额（元）"
        required
        validateTrigger="onBlur"
        rules={[amountInContract(AMOUNT)]}
        merged={merge.amount}
      >
        <TotalInput placeholder="请输入备用金金额" />
      </Item.Own>
      <Form.Item noStyle dependencies={['amount']}>
        {({ getFieldValue }) => <Capitals amount={getFieldValue('amount') as string} />}
      </Form.Item>
      <Form.Item label="数字验证码">
        <span className={`num ${styles.number}`} role="status" aria-label="数字验证码">
          {number}
        </span>
      </Form.Item>
      {/* Checked on submit only: a number that is half typed is no mistake yet. */}
      <Item.Text
        name="number"
        label="确认验证码"
        required
        validateTrigger="onSubmit"
        rules={[same]}
        placeholder="请输入上方数字验证码"
        inputMode="numeric"
        maxLength={4}
        onFocus={({ target }) => target.select()}
      />
    </FormDialog>
  )
}

/** 大写金额 of the amount in the field. */
function Capitals({ amount }: { amount: string }) {
  const { fen } = parseField(amount)
  return (
    <Form.Item label="大写金额">
      <span role="status" aria-label="大写金额">
        {fen === undefined || fen === 0n ? '-' : capitals(fen)}
      </span>
    </Form.Item>
  )
}
