import { bankAccountWarning } from '@pianzhang/contract/bank-account'
import { idNumberWarning } from '@pianzhang/contract/id-number'
import { inFours, plainAccount, plainNumber } from '@pianzhang/contract/numbers'
import { type Payee, payeeBody } from '@pianzhang/contract/payees'
import { Form, type FormInstance } from 'antd'
import { useRef } from 'react'
import { merge } from '../../../ui/form/items/item.ts'
import { useMerged } from '../../../ui/form/items/merged.ts'
import { asInContract } from '../../../ui/form/rules.ts'
import { SecretInput } from '../../contracts/dialogs/SecretInput.tsx'
import { revealPayee } from '../api.ts'

const NUMBERS = ['id_number', 'phone', 'account'] as const
type NumberName = (typeof NUMBERS)[number]
type Numbers = Record<NumberName, string>

/** How each number is reduced to what is stored, and its warning. */
const PLAIN: Record<NumberName, (text: string) => string> = {
  id_number: plainNumber,
  phone: plainNumber,
  account: plainAccount,
}
const WARNING: Partial<Record<NumberName, (text: string) => string | null>> = {
  id_number: idNumberWarning,
  account: (text) => bankAccountWarning(plainAccount(text)),
}
const fours = (number: string): string => inFours(plainAccount(number)).join(' ')

/** The masked numbers of a payee that is edited: how they are revealed, and which of them a save sends. */
export function useNumbers(row: Payee | null) {
  /** The payee with revealed numbers, which are valid for its version only. */
  const revealed = useRef<Payee>(undefined)
  const full = (): Numbers | undefined =>
    revealed.current?.version === row?.version ? revealed.current : undefined
  const reveal = async (form: FormInstance, name: NumberName): Promise<void> => {
    if (!row) return
    // A failure has been reported by the call.
    const answer = await revealPayee(row.code).catch(() => null)
    if (!answer) return
    revealed.current = answer
    for (const one of NUMBERS) if (form.getFieldValue(one) === row[one]) form.setFieldValue(one, answer[one])
    form.getFieldInstance(name)?.focus()
  }
  return {
    masked: (name: NumberName): string => row?.[name] ?? '',
    reveal: row?.can.reveal ? reveal : undefined,
    /** Gives a revealed number and its mask the same content, so that revealing a number is no change. */
    content: (name: NumberName) => (text: string) => {
      const number = PLAIN[name](text)
      return number !== '' && number === full()?.[name] ? (row?.[name] ?? '') : number
    },
    /** Numbers that were not changed are not sent: the server keeps them. */
    changed: (values: Numbers): Partial<Numbers> =>
      Object.fromEntries(
        NUMBERS.filter((name) => ![row?.[name], full()?.[name]].includes(PLAIN[name](values[name]))).map(
          (name) => [name, values[name]],
        ),
      ),
  }
}

interface Props {
  name: NumberName
  label: string
  numbers: ReturnType<typeof useNumbers>
}

export function NumberField({ name, label, numbers: { masked, reveal, content } }: Props) {
  const form = Form.useFormInstance()
  const known = masked(name)
  useMerged(merge.typed(name, label, content(name)))
  return (
    <Form.Item
      name={name}
      label={label}
      rules={[
        {
          validator: async (rule, value: string) => {
            // The stored number, which is shown masked, is not checked again.
            if (known === '' || value !== known)
              await asInContract(payeeBody.shape[name]).validator(rule, value)
          },
        },
        {
          warningOnly: true,
          validator: async (_, value: string) => {
            const warning = WARNING[name]?.(value)
            if (warning) throw new Error(warning)
          },
        },
      ]}
    >
      <SecretInput
        masked={known}
        onReveal={reveal && (() => void reveal(form, name))}
        label={label}
        {...(name === 'account' && { shown: fours })}
      />
    </Form.Item>
  )
}
