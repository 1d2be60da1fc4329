import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { Suspense, useMemo, useRef, useState } from 'react'
import { currentDay } from '../../../platform/currentDay.ts'
import { useFeature } from '../../../platform/session/session.ts'
import { lightPage } from '../../../ui/code/lazy.tsx'
import type { RecordProps } from '../../../ui/form/RecordDialog.tsx'
import { CARDS, useMedia } from '../../../ui/page/useMedia.ts'
import { useLayer } from '../../../ui/popup/layers.ts'
import { TextSkeleton } from '../../../ui/states/Loading.tsx'
import { Failed } from '../../../ui/states/States.tsx'
import type { Asking } from './asking.ts'
import { copyOf, type Draft } from './draft.ts'
import styles from './Editor.module.css'
import { EditorForm, type FormProps, type NewProps } from './EditorForm.tsx'
import { PAYMENTS, type Records } from './records.ts'

/** Loaded only where the company has approvals. */
const WithRules = lightPage(() => import('./approval/WithRules.tsx'))

const WIDTH = 992

interface Props extends RecordProps<{ code: string }> {
  records?: Records
  /** What a new payment begins with. */
  begin?: FormProps['begin']
  /** Called in place of `onClose` after a save. */
  onSaved?: () => void
}

/** 新增付款明细 / 编辑付款明细: a drawer, so that the list stays visible. Mounted only while open. */
export default function Editor({ records = PAYMENTS, row, like, begin, onClose, onSaved = onClose }: Props) {
  const code = row?.code
  // As when the editor was opened: a change would put the form below another parent, where React makes it anew, and empty.
  const [hasApproval] = useState(useFeature('approval'))
  const narrow = useMedia('(max-width: 1199px)')
  const cards = useMedia(CARDS)
  // Once loaded, the form itself asks before closing; before that nothing can be lost.
  const leave = useRef<() => Promise<boolean>>(async () => true)
  /** The form after 保存并继续 is another one, which begins with this draft. */
  const [{ round, next }, setNext] = useState<{ round: number; next?: Draft }>({ round: 0 })
  const close = async () => {
    if (await leave.current()) onClose()
  }
  useLayer(() => void close())
  const form = (asking: Asking | undefined) => {
    const props = { records, asking, leave, onClose: close, onSaved }
    return code ? (
      <Existing code={code} {...props} />
    ) : (
      <New
        key={round}
        like={next ? undefined : like?.code}
        begin={begin}
        next={next}
        onGoOn={(draft) => setNext({ round: round + 1, next: draft })}
        {...props}
      />
    )
  }

  return (
    <Drawer
      open
      onClose={() => void close()}
      mask={{ closable: false }}
      size={narrow ? '100%' : WIDTH}
      closable={{ placement: cards ? 'start' : 'end', 'aria-label': '关闭' }}
      title={
        <span className={styles.title}>
          {code ? '编辑' : '新增'}
          {records.title}
          {code && <span className={`num ${styles.code}`}>{code}</span>}
        </span>
      }
      className={styles.drawer}
      styles={{ body: { padding: 0, display: 'flex', flexDirection: 'column' } }}
    >
      {hasApproval && !(code && records.booked) ? (
        <Suspense fallback={<Loading />}>
          <WithRules always={!records.booked}>{form}</WithRules>
        </Suspense>
      ) : (
        form(undefined)
      )}
    </Drawer>
  )
}

function New({ like, ...form }: NewProps & { like: string | undefined }) {
  return like === undefined ? <EditorForm payment={null} {...form} /> : <Copied code={like} {...form} />
}

function Copied({ code, ...form }: NewProps & { code: string }) {
  const { data, ...query } = useQuery(form.records.form(code))
  const like = useMemo(() => data && copyOf(data, currentDay()), [data])
  return like ? <EditorForm payment={null} like={like} {...form} /> : <Waiting {...query} />
}

function Existing({ code, ...form }: FormProps & { code: string }) {
  const { data, ...query } = useQuery(form.records.form(code))
  return data ? <EditorForm payment={data} {...form} /> : <Waiting {...query} />
}

const Waiting = ({ error, isFetching, refetch }: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>) =>
  error ? <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} /> : <Loading />

const Loading = () => (
  <div className={styles.loading}>
    <TextSkeleton lines={10} />
  </div>
)
