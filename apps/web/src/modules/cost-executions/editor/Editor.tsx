import { today } from '@pianzhang/contract/calendar'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { useMemo, useRef, useState } from 'react'
import type { RecordProps } from '../../../ui/form/RecordDialog.tsx'
import { CARDS, useMedia } from '../../../ui/page/useMedia.ts'
import { useLayer } from '../../../ui/popup/layers.ts'
import { TextSkeleton } from '../../../ui/states/Loading.tsx'
import { Failed } from '../../../ui/states/States.tsx'
import { paymentFormQuery } from '../api.ts'
import { copyOf, type Draft } from './draft.ts'
import styles from './Editor.module.css'
import { EditorForm, type FormProps, type NewProps } from './EditorForm.tsx'

const WIDTH = 992

interface Props extends RecordProps<{ code: string }> {
  /** What a new payment begins with. */
  begin?: FormProps['begin']
}

/** 新增付款明细 / 编辑付款明细: a drawer, so that the list stays visible. Mounted only while open. */
export default function Editor({ row, like, begin, onClose }: Props) {
  const code = row?.code
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

  return (
    <Drawer
      open
      onClose={() => void close()}
      mask={{ closable: false }}
      size={narrow ? '100%' : WIDTH}
      closable={{ placement: cards ? 'start' : 'end', 'aria-label': '关闭' }}
      title={
        <span className={styles.title}>
          {code ? '编辑付款明细' : '新增付款明细'}
          {code && <span className={`num ${styles.code}`}>{code}</span>}
        </span>
      }
      className={styles.drawer}
      styles={{ body: { padding: 0, display: 'flex', flexDirection: 'column' } }}
    >
      {code ? (
        <Existing code={code} leave={leave} onClose={close} onSaved={onClose} />
      ) : (
        <New
          key={round}
          like={next ? undefined : like?.code}
          begin={begin}
          next={next}
          leave={leave}
          onClose={close}
          onSaved={onClose}
          onGoOn={(draft) => setNext({ round: round + 1, next: draft })}
        />
      )}
    </Drawer>
  )
}

function New({ like, ...form }: NewProps & { like: string | undefined }) {
  return like === undefined ? <EditorForm payment={null} {...form} /> : <Copied code={like} {...form} />
}

function Copied({ code, ...form }: NewProps & { code: string }) {
  const { data, ...query } = useQuery(paymentFormQuery(code))
  const like = useMemo(() => data && copyOf(data, today(new Date())), [data])
  return like ? <EditorForm payment={null} like={like} {...form} /> : <Waiting {...query} />
}

function Existing({ code, ...form }: FormProps & { code: string }) {
  const { data, ...query } = useQuery(paymentFormQuery(code))
  return data ? <EditorForm payment={data} {...form} /> : <Waiting {...query} />
}

const Waiting = ({ error, isFetching, refetch }: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>) =>
  error ? (
    <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
  ) : (
    <div className={styles.loading}>
      <TextSkeleton lines={10} />
    </div>
  )
