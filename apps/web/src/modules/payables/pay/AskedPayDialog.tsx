import { FAILURES } from '@pianzhang/contract/errors'
import { fenOf, formatYuan } from '@pianzhang/contract/money'
import { NEEDS_APPROVAL } from '@pianzhang/contract/payment-requests'
import { useState } from 'react'
import { ApiError } from '../../../platform/api/api.ts'
import { underKey } from '../../../platform/api/unanswered.ts'
import { useCan } from '../../../platform/session/session.ts'
import { tabProject } from '../../../platform/session/tab.ts'
import { toast } from '../../../ui/popup/toast.ts'
import { createRequest, requestsChanged } from '../../payments/editor/approval/requests.ts'
import { reloadRules } from '../../payments/editor/approval/rules.ts'
import { useRules } from '../../payments/editor/approval/useRules.ts'
import { decidesText, NO_RIGHT } from '../../payments/editor/approval/words.ts'
import { readDrafts } from '../api.ts'
import styles from './asked.module.css'
import PayDialog, { type PayProps } from './PayDialog.tsx'
import { partiesOf } from './parties.ts'
import type { Paying } from './paying.ts'
import { type Job, jobsOf, type Outcome, outcomesText, requestEach } from './request.ts'

/** A repetition has the key of the first attempt, also of one in this dialog before it was closed. */
const submit = (job: Job) =>
  underKey(JSON.stringify([tabProject.get(), job.body]), (key) => {
    job.key ??= key
    return createRequest(job.body, true, job.key, { handled: true })
  })

/** Not for every payee. */
class Partly extends ApiError {}
/** Known before it is sent. */
class NoRight extends ApiError {}
const refuse = async () => {
  throw new NoRight(0, FAILURES.forbidden.code, NO_RIGHT)
}

/** The dialog of several payees where payments may need approval: requests are made instead, one for each payee. */
export default function AskedPayDialog({ rows, onPaid, onClose }: PayProps) {
  const { data: rules } = useRules()
  const mayAsk = useCan()('payment_request', 'write')
  const [isRefused, setIsRefused] = useState(false)
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const parties = partiesOf(rows)
  const deciding = parties.flatMap(({ key, name, rest_yuan }) => {
    const text = rules && decidesText(fenOf(rest_yuan), rules)
    return text ? [{ key, name, text }] : []
  })
  const asks = isRefused || deciding.length > 0
  const made = outcomes.filter(({ fault }) => fault === null)
  const failed = outcomes.filter(({ fault }) => fault !== null)

  const send = async (paying: Paying) => {
    const lost = failed.filter((one) => one.lost)
    const sent = new Set([...made, ...lost].flatMap(({ job }) => job.codes))
    const rest = rows.filter(({ code }) => !sent.has(code))
    const jobs = [
      // As they were sent, whatever is filled in by now.
      ...lost.map(({ job }) => job),
      ...(rest.length > 0 ? jobsOf(await readDrafts(rest), paying) : []),
    ]
    const next = [...made, ...(await requestEach(jobs, submit))]
    setOutcomes(next)
    await requestsChanged()
    // The dialog stays open and says which ones; a repetition makes only these.
    if (next.some(({ fault }) => fault !== null))
      throw new Partly(200, FAILURES.invalid.code, outcomesText(next))
    return { data: next, msg: outcomesText(next) }
  }

  return (
    <PayDialog
      rows={rows}
      onPaid={onPaid}
      onClose={onClose}
      shows={(error) => {
        if (error instanceof NoRight) toast.error(error.message)
        if (error.message !== NEEDS_APPROVAL) return error instanceof Partly || error instanceof NoRight
        setIsRefused(true)
        void reloadRules()
        return false
      }}
      instead={
        asks
          ? mayAsk
            ? {
                title: '提交付款申请',
                lead: (
                  <>
                    将为 <b className="num">{parties.length}</b>{' '}
                    个收款人各提交一笔付款申请，审批通过后自动记账。
                  </>
                ),
                send,
              }
            : { send: refuse }
          : undefined
      }
    >
      {asks && (
        <div className={styles.asking} role="status">
          {deciding.length === 0 && <p>{NEEDS_APPROVAL}</p>}
          {deciding.map(({ key, name, text }) => (
            <p key={key}>
              {name}：{text}
            </p>
          ))}
          {!mayAsk && <p className={styles.fault}>{NO_RIGHT}</p>}
        </div>
      )}
      {failed.length > 0 && (
        <div className={styles.failed} role="alert">
          <p>
            {made.length > 0 && `${outcomesText(made)}；`}
            {failed.length} 笔未提交，修改后可再次提交，已提交的不会重复：
          </p>
          <ul>
            {failed.map(({ job: { payer, amount, codes }, fault, lost }) => (
              <li key={codes.join()}>
                {payer} <span className="num">{formatYuan(amount)}</span>：{fault}
                {lost && '（再次提交时按原内容核对）'}
              </li>
            ))}
          </ul>
        </div>
      )}
    </PayDialog>
  )
}
