import type { PaymentRequest } from '@pianzhang/contract/payment-requests'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { Suspense, useRef, useState } from 'react'
import { ApiError } from '../../../platform/api/api.ts'
import { isGone } from '../../../platform/ledger/list.ts'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import { IconPrint } from '../../../ui/icons.tsx'
import { CARDS, useMedia } from '../../../ui/page/useMedia.ts'
import { ask, confirmDelete } from '../../../ui/popup/confirm.tsx'
import { useLayer } from '../../../ui/popup/layers.ts'
import { reportOwnError } from '../../../ui/popup/ownError.ts'
import { toast } from '../../../ui/popup/toast.ts'
import { useReturnFocus } from '../../../ui/popup/useReturnFocus.ts'
import { TextSkeleton } from '../../../ui/states/Loading.tsx'
import { Empty, Failed } from '../../../ui/states/States.tsx'
import { act, acted, nextQuery, requestQuery, requests, type Verb } from '../api.ts'
import { REMOVAL } from '../columns.tsx'
import { onceReturned } from '../useOpened.ts'
import { doneText } from '../words.ts'
import { Actions, Next } from './Actions.tsx'
import styles from './detail.module.css'
import { Look } from './Look.tsx'
import { RefusalBox } from './RefusalBox.tsx'
import { type Refusal, refusalOf } from './refusal.ts'

/**
 * The acts of one request that are one tap, one at a time: a second tap does nothing. A refusal stays in sight, and the request is loaded
 * again, as somebody else may have decided or changed it.
 */
function useActs() {
  /** With the request that it is about. */
  const [refused, setRefused] = useState<(Refusal & { code: string }) | null>(null)
  const [busy, setBusy] = useState<Verb | null>(null)
  const running = useRef(false)
  const run = async (verb: Verb, request: PaymentRequest): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    setBusy(verb)
    setRefused(null)
    try {
      const { data } = await act(verb, request)
      await acted(data)
      toast.success(doneText(verb, data))
      return true
    } catch (error) {
      if (error instanceof ApiError) {
        setRefused({ code: request.code, ...refusalOf(error) })
        await requests.changed()
      } else reportOwnError(error)
      return false
    } finally {
      running.current = false
      setBusy(null)
    }
  }
  return { run, busy, refused }
}

const Reject = lazyDialog(() => import('./RejectDialog.tsx'))
const Print = lazyDialog(() => import('../print/PrintRequest.tsx'))
const WIDTH = 720

interface Props {
  code: string
  onClose: () => void
  /** Opens another request in its place. */
  onOpen: (code: string) => void
  onEdit: (code: string) => void
}

/** 付款申请: one request, a drawer over the list, on a phone the whole page. */
export default function PaymentRequestDrawer({ code, onClose, onOpen, onEdit }: Props) {
  useLayer(onceReturned(onClose))
  const cards = useMedia(CARDS)
  const { data: known, error, isFetching, refetch } = useQuery(requestQuery(code))
  const data = isGone(error) ? undefined : known
  const { run, busy, refused } = useActs()
  const [over, setOver] = useState<'reject' | 'print' | null>(null)
  /** The request that the person has decided here. */
  const [decided, setDecided] = useState<string | null>(null)
  const { data: waiting } = useQuery({ ...nextQuery, enabled: decided === code })
  useReturnFocus(over !== null)

  const approve = async () => {
    if (data && (await run('approve', data))) setDecided(code)
  }
  const withdraw = async () => {
    if (data && (await ask({ title: '确定撤回该付款申请？', text: REMOVAL.nameOne(data), ok: '撤回' })))
      await run('withdraw', data)
  }
  const remove = async () => {
    if (!data) return
    const gone = await confirmDelete('确定删除该条记录？', REMOVAL.nameOne(data), async () => {
      const { msg } = await requests.removeOne(code)
      toast.success(msg)
    })
    if (!gone) return
    onClose()
    await requests.changed()
  }

  return (
    <Drawer
      open
      onClose={onClose}
      size={cards ? '100%' : WIDTH}
      className={styles.drawer ?? ''}
      closable={{ placement: cards ? 'start' : 'end', 'aria-label': '关闭' }}
      title="付款申请"
      extra={
        <>
          <span className={`num ${styles.code}`}>{code}</span>
          {!cards && data && (
            <Button size="small" icon={<IconPrint size={14} />} onClick={() => setOver('print')}>
              打印申请单
            </Button>
          )}
        </>
      }
      footer={
        data && (
          <>
            {refused?.code === code && <RefusalBox refusal={refused} />}
            {decided === code ? (
              <Next waiting={waiting} code={code} onOpen={onOpen} onClose={onClose} />
            ) : (
              <Actions
                request={data}
                busy={busy}
                onApprove={() => void approve()}
                onReject={() => setOver('reject')}
                onWithdraw={() => void withdraw()}
                onSubmit={() => void run('submit', data)}
                onEdit={() => onEdit(code)}
                onDelete={() => void remove()}
                onClose={onClose}
              />
            )}
          </>
        )
      }
    >
      {data ? (
        <Look key={code} request={data} />
      ) : isGone(error) ? (
        <Empty text="付款申请不存在或已被删除" />
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <div className={styles.top}>
          <TextSkeleton lines={10} />
        </div>
      )}
      <Suspense>
        {over === 'reject' && data && (
          <Reject request={data} onDone={() => setDecided(code)} onClose={() => setOver(null)} />
        )}
        {over === 'print' && <Print code={code} onClose={() => setOver(null)} />}
      </Suspense>
    </Drawer>
  )
}
