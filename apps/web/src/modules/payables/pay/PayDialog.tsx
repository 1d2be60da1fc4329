import { type Payable, payBody } from '@pianzhang/contract/payables'
import type { ReactNode } from 'react'
import type { Answer, ApiError } from '../../../platform/api/api.ts'
import { currentDay } from '../../../platform/currentDay.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { choiceItems } from '../../../ui/form/items/choices.tsx'
import { dayItems } from '../../../ui/form/items/days.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import { usePayChannels } from '../../booking/choices.ts'
import { usePayeeParts } from '../../payees/picker/useParts.ts'
import { paid, pay } from '../api.ts'
import { PartyTable } from './PartyTable.tsx'
import { partiesOf } from './parties.ts'
import styles from './pay.module.css'
import type { Paying as Values } from './paying.ts'

// With the basic items, as every other form: without them the build splits their chunk, which all dialogs load.
const Item = { ...basicItems<Values>(), ...choiceItems<Values>(), ...dayItems<Values>() }

export interface PayProps {
  rows: readonly Payable[]
  onPaid: () => void
  onClose: () => void
}
interface Props extends PayProps {
  /** Shows a refusal itself and returns true. */
  shows?: (error: ApiError) => boolean
  /** What is done instead of paying at once. */
  instead?:
    | {
        title?: string
        lead?: ReactNode
        send: (values: Values) => Promise<Answer<unknown>>
      }
    | undefined
  /** Above the fields. */
  children?: ReactNode
}

/** Pays instalments of several payees: a payment for each, all or none. */
export default function PayDialog({ rows, onPaid, onClose, shows, instead, children }: Props) {
  const channels = usePayChannels()
  const payees = usePayeeParts()
  const parties = partiesOf(rows)
  return (
    <FormDialog<Values, Answer<unknown>>
      title={instead?.title ?? '付款'}
      okText={instead?.title}
      width={640}
      initial={{ pay_at: currentDay(), pay_channel: null }}
      shape={payBody.shape}
      send={(values, key) =>
        instead?.send(values) ??
        pay(
          {
            ...values,
            items: rows.map(({ code, version, rest_yuan }) => ({ code, version, rest: rest_yuan })),
          },
          key,
        )
      }
      // What cannot be paid is said of a row, which is no field of this form.
      shows={(error) => {
        if (shows?.(error)) return true
        const stray = error.errors.find(({ field }) => field.startsWith('items'))
        if (stray) toast.error(stray.message)
        return stray !== undefined
      }}
      onRefused={(error) => void toast.error(error.message)}
      onSaved={async () => {
        await paid()
        onPaid()
      }}
      onClose={onClose}
    >
      <p className={styles.lead}>
        {instead?.lead ?? (
          <>
            将为 <b className="num">{parties.length}</b> 个收款人各新增一笔付款，全部成功或全部不保存。
          </>
        )}
      </p>
      <PartyTable parties={parties} payees={payees} />
      {children}
      <div className={styles.fields}>
        <Item.Day name="pay_at" label="付款时间" required booking />
        <Item.Choice name="pay_channel" label="付款方式" required of={channels} />
      </div>
    </FormDialog>
  )
}
