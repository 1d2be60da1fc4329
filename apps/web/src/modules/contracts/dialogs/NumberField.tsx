import { type Contract, contractBody } from '@pianzhang/contract/contracts'
import { inFours, plainAccount, plainNumber } from '@pianzhang/contract/numbers'
import { Form, type FormInstance } from 'antd'
import { useRef } from 'react'
import { merge } from '../../../ui/form/items/item.ts'
import { useMerged } from '../../../ui/form/items/merged.ts'
import { asInContract } from '../../../ui/form/rules.ts'
import { revealContract } from '../save.ts'
import { SecretInput } from './SecretInput.tsx'

/** How each number is reduced to what is stored. */
const PLAIN = { id_number: plainNumber, income_bankcard_account: plainAccount }
const fours = (number: string): string => inFours(plainAccount(number)).join(' ')

const NUMBERS = ['id_number', 'income_bankcard_account'] as const
type NumberName = (typeof NUMBERS)[number]
type Numbers = Record<NumberName, string>

/** The masked numbers of a contract that is edited: how they are revealed, and which of them a save sends. */
export function useNumbers(row: Contract | null) {
  /** The contract with revealed numbers, which are valid for its version only. */
  const revealed = useRef<Contract>(undefined)
  const full = (): Numbers | undefined =>
    revealed.current?.version === row?.version ? revealed.current : undefined
  const reveal = async (form: FormInstance, name: NumberName): Promise<void> => {
    if (!row) return
    // A failure has been reported by the call.
    const answer = await revealContract(row.code).catch(() => null)
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
  /** A warning does not stop a save. */
  warningOf?: (text: string) => string | null
}

export function NumberField({ name, label, numbers: { masked, reveal, content }, warningOf }: Props) {
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
              await asInContract(contractBody.shape[name]).validator(rule, value)
          },
        },
        {
          warningOnly: true,
          validator: async (_, value: string) => {
            const warning = warningOf?.(value)
            if (warning) throw new Error(warning)
          },
        },
      ]}
    >
      <SecretInput
        masked={known}
        onReveal={reveal && (() => void reveal(form, name))}
        label={label}
        {...(name === 'income_bankcard_account' && { shown: fours })}
      />
    </Form.Item>
  )
}
