import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { useRef } from 'react'
import type { RecordProps } from '../../../ui/form/RecordDialog.tsx'
import { CARDS, useMedia } from '../../../ui/page/useMedia.ts'
import { useLayer } from '../../../ui/popup/layers.ts'
import { TextSkeleton } from '../../../ui/states/Loading.tsx'
import { Failed } from '../../../ui/states/States.tsx'
import { paymentFormQuery } from '../api.ts'
import styles from './Editor.module.css'
import { EditorForm, type FormProps } from './EditorForm.tsx'

const WIDTH = 992

/** 新增付款明细 / 编辑付款明细: a drawer, so that the list stays visible. Mounted only while open. */
export default function Editor({ row, onClose }: RecordProps<{ code: string }>) {
  const code = row?.code
  const narrow = useMedia('(max-width: 1199px)')
  const cards = useMedia(CARDS)
  // Once loaded, the form itself asks before closing; before that nothing can be lost.
  const leave = useRef<() => Promise<boolean>>(async () => true)
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
        <EditorForm payment={null} leave={leave} onClose={close} onSaved={onClose} />
      )}
    </Drawer>
  )
}

function Existing({ code, ...rest }: FormProps & { code: string }) {
  const { data, error, isFetching, refetch } = useQuery(paymentFormQuery(code))
  if (data) return <EditorForm payment={data} {...rest} />
  if (error) return <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
  return (
    <div className={styles.loading}>
      <TextSkeleton lines={10} />
    </div>
  )
}
