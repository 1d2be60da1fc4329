import { useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useReducer, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { copyText } from '../../../ui/copy.ts'
import { IconClose, IconCopy } from '../../../ui/icons.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import { usePopup } from '../../../ui/popup/usePopup.ts'
import { NotLoaded } from '../../../ui/states/States.tsx'
import { messageQuery } from '../api.ts'
import styles from './message.module.css'

/** 复制催票信息: shows the text for a payer, to be checked and copied. */
export function MessageButton({ payer }: { payer: string }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  // `usePopup` places the panel whenever this is rendered.
  const [, place] = useReducer((times: number) => times + 1, 0)
  const [button, panel] = usePopup<HTMLButtonElement, HTMLElement>(open, close, 'end')
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.open}
        aria-label={`复制催票信息 ${payer}`}
        aria-expanded={open}
        onClick={() => setOpen((was) => !was)}
      >
        复制催票信息
      </button>
      {open && (
        <Panel
          panel={panel}
          payer={payer}
          onSized={place}
          onClose={() => {
            button.current?.focus()
            close()
          }}
        />
      )}
    </>
  )
}

interface Props {
  panel: RefObject<HTMLElement | null>
  payer: string
  /** It has got another height. */
  onSized: () => void
  onClose: () => void
}

function Panel({ panel, payer, onSized, onClose }: Props) {
  const query = useQuery(messageQuery(payer))
  const { data, error } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: both take the place of the skeleton
  useLayoutEffect(() => {
    // `--room` is the panel's max-height, computed while the skeleton was shown. Without it the text has its own height, by which `onSized` places the panel.
    panel.current?.style.removeProperty('--room')
    onSized()
  }, [data, error])
  const copy = async (text: string) => {
    if (!(await copyText(text))) return toast.warning('浏览器不允许复制，请选中文字后手动复制')
    toast.success('已复制催票信息')
    onClose()
  }
  return (
    <section ref={panel} className={styles.panel} aria-label={`催票信息 ${payer}`}>
      <header>
        <b>催票信息</b>
        <Button type="text" size="small" icon={<IconClose size={14} />} aria-label="关闭" onClick={onClose} />
      </header>
      {data ? (
        <>
          <p className={`num ${styles.text}`}>{data.text}</p>
          <footer>
            <Button autoFocus icon={<IconCopy size={14} />} onClick={() => void copy(data.text)}>
              复制
            </Button>
          </footer>
        </>
      ) : (
        <NotLoaded of={query} lines={6} />
      )}
    </section>
  )
}
