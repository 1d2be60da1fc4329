import { yuan } from '@pianzhang/contract/money'
import { PAYMENT_FIELDS } from '@pianzhang/contract/payments'
import { Input } from 'antd'
import { Suspense, useState } from 'react'
import { useFeature } from '../../../platform/session/session.ts'
import { lightPage } from '../../../ui/code/lazy.tsx'
import { DateField } from '../../../ui/fields/days/DateField.tsx'
import { farDayHint } from '../../../ui/fields/days/farDayHint.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import { IconChevronDown, IconChevronUp } from '../../../ui/icons.tsx'
import { type DraftHeader, HEADER_FIELDS, setHeader, setPayee, totalOf } from './draft.ts'
import styles from './Editor.module.css'
import { type DraftStore, useDraft } from './store.ts'

const PaymentPayee = lightPage(() => import('./PaymentPayee.tsx'))

interface Props {
  store: DraftStore
  foldable: boolean
  /** Sentences on a colleague's changes, by field name. */
  marks: ReadonlyMap<string, string>
  /** Number of the edited payment. */
  code: string | undefined
}

/** Fields of the payment itself. On phones they fold into a two-line summary. */
export function HeaderFields({ store, foldable, marks, code }: Props) {
  const hasPayees = useFeature('payee')
  const header = useDraft(store, (draft) => draft.header)
  const errors = useDraft(store, (draft) => draft.headerErrors)
  const wrong = Object.keys(errors).length > 0
  // Open for a new payment, folded when editing, where mostly the lines change.
  const [open, setOpen] = useState(header.payer === '')
  // Opened when marks arrive; it can be folded again.
  const marked = [...HEADER_FIELDS, 'payee'].filter((name) => marks.has(name)).join()
  const [lastMarked, setLastMarked] = useState('')
  if (marked !== lastMarked) {
    setLastMarked(marked)
    if (marked !== '') setOpen(true)
  }
  const shown = !foldable || open || wrong

  const set =
    <F extends keyof DraftHeader>(field: F) =>
    (value: DraftHeader[F]) =>
      store.update((draft) => setHeader(draft, field, value))
  const field = (name: keyof DraftHeader) => ({
    id: `pay-${name}`,
    label: PAYMENT_FIELDS[name],
    error: errors[name],
    note: marks.get(name),
  })

  return (
    <>
      {foldable && (
        <button type="button" className={styles.folded} aria-expanded={shown} onClick={() => setOpen(!shown)}>
          <span className={styles.foldedText}>
            <span>
              {[header.pay_at, header.payer, header.post].filter(Boolean).join(' · ') || '付款信息'}
            </span>
            <small>{header.summary}</small>
          </span>
          {shown ? <IconChevronUp /> : <IconChevronDown />}
        </button>
      )}
      {shown && (
        <div className={styles.header}>
          <Field {...field('pay_at')} required hint={farDayHint(PAYMENT_FIELDS.pay_at, header.pay_at)}>
            {(props) => (
              <DateField
                {...props}
                value={header.pay_at}
                onChange={(date) => set('pay_at')(date ?? '')}
                allowClear={false}
              />
            )}
          </Field>
          <Field {...field('payer')} required span={2}>
            {(props) => (
              <Input
                {...props}
                value={header.payer}
                onChange={(event) => set('payer')(event.target.value)}
                maxLength={200}
              />
            )}
          </Field>
          <Field {...field('post')}>
            {(props) => (
              <Input
                {...props}
                value={header.post}
                onChange={(event) => set('post')(event.target.value)}
                maxLength={200}
              />
            )}
          </Field>
          {hasPayees && (
            <Suspense>
              <Payee store={store} payAt={header.pay_at} code={code} note={marks.get('payee')} />
            </Suspense>
          )}
          <div className={styles.summary}>
            <Field {...field('summary')}>
              {(props) => (
                <Input.TextArea
                  {...props}
                  value={header.summary}
                  onChange={(event) => set('summary')(event.target.value)}
                  autoSize={{ minRows: foldable ? 1 : 2, maxRows: 4 }}
                  maxLength={2000}
                />
              )}
            </Field>
          </div>
        </div>
      )}
    </>
  )
}

/** The payee, whose code is loaded only where the company has payees. */
function Payee({
  store,
  ...shown
}: {
  store: DraftStore
  payAt: string
  code: string | undefined
  note: string | undefined
}) {
  const payee = useDraft(store, (draft) => draft.payee ?? null)
  const total = useDraft(store, ({ lines }) => totalOf(lines))
  return (
    <PaymentPayee
      {...shown}
      payee={payee}
      total={yuan(total)}
      onChange={(chosen) => store.update((draft) => setPayee(draft, chosen))}
    />
  )
}
