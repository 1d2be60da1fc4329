import { Form, type FormInstance } from 'antd'
import { useRef } from 'react'
import type { z } from 'zod'
import { merge } from '../items/item.ts'
import { useMerged } from '../items/merged.ts'
import { asInContract, faultRule } from '../rules.ts'
import { SecretInput } from './SecretInput.tsx'

/** A number that answers mask. */
export interface Secret {
  schema: z.ZodType
  /** Reduces what is typed to what is stored. */
  plain: (text: string) => string
  /** A warning does not stop a save. `values`: of the form. */
  warning?: (text: string, values: Record<string, string | null>) => string | null
  /** The fields besides its own that the warning depends on. */
  besides?: string[]
  /** How it is shown while nobody types in it. */
  shown?: (number: string) => string
}

type Masked<Name extends string> = Record<Name, string> & {
  code: string
  version: number
  can: { reveal: boolean }
}

/** The masked numbers of a form: `load` asks the server for all of them in full when the person reveals one; a save sends only those that were changed. */
export function useSecrets<Name extends string>(
  fields: Record<Name, Secret>,
  row: Masked<NoInfer<Name>> | null,
  load: (code: string) => Promise<Masked<NoInfer<Name>>>,
) {
  const names = Object.keys(fields) as Name[]
  /** The record with revealed numbers, which are valid for its version only. */
  const revealed = useRef<Masked<Name>>(undefined)
  const full = (): Record<Name, string> | undefined =>
    revealed.current?.version === row?.version ? revealed.current : undefined
  const reveal = async (form: FormInstance, name: Name): Promise<void> => {
    if (!row) return
    // A failure has been reported by the call.
    const answer = await load(row.code).catch(() => null)
    if (!answer) return
    revealed.current = answer
    for (const one of names) if (form.getFieldValue(one) === row[one]) form.setFieldValue(one, answer[one])
    form.getFieldInstance(name)?.focus()
  }
  return {
    fields,
    masked: (name: Name): string => row?.[name] ?? '',
    reveal: row?.can.reveal ? reveal : undefined,
    /** Gives a revealed number and its mask the same content, so that revealing a number is no change. */
    content: (name: Name) => (text: string) => {
      const number = fields[name].plain(text)
      return number !== '' && number === full()?.[name] ? (row?.[name] ?? '') : number
    },
    /** Numbers that were not changed are not sent: the server keeps them. */
    changed: (values: Record<Name, string>): Partial<Record<Name, string>> =>
      Object.fromEntries(
        names
          .filter((name) => ![row?.[name], full()?.[name]].includes(fields[name].plain(values[name])))
          .map((name) => [name, values[name]]),
      ) as Partial<Record<Name, string>>,
  }
}

interface Props<Name extends string> {
  name: Name
  label: string
  secrets: ReturnType<typeof useSecrets<Name>>
}

export function SecretField<Name extends string>({
  name,
  label,
  secrets: { fields, masked, reveal, content },
}: Props<Name>) {
  const form = Form.useFormInstance()
  const known = masked(name)
  const { schema, warning, besides, shown } = fields[name]
  useMerged(merge.typed(name, label, content(name)))
  return (
    <Form.Item<Record<string, string>>
      name={name}
      label={label}
      {...(besides && { dependencies: besides })}
      rules={[
        {
          validator: async (rule, value: string) => {
            // The stored number, which is shown masked, is not checked again.
            if (known === '' || value !== known) await asInContract(schema).validator(rule, value)
          },
        },
        {
          warningOnly: true,
          ...faultRule((value: string) => warning?.(value, form.getFieldsValue())),
        },
      ]}
    >
      <SecretInput
        masked={known}
        onReveal={reveal && (() => void reveal(form, name))}
        label={label}
        {...(shown && { shown })}
      />
    </Form.Item>
  )
}
