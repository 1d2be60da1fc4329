import type { ModalFuncProps } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../Button.tsx'
import { IconWarning } from '../icons.tsx'
import { neighbourOf } from '../table/neighbour.ts'
import styles from './confirm.module.css'
import { openLayer } from './layers.ts'
import { isRefusal, reportOwnError } from './ownError.ts'
import { type Feedback, withFeedback } from './toast.ts'

interface Ask {
  title: ReactNode
  /** The second line: which record, which amount, what follows. */
  text?: ReactNode
  ok?: string
  cancel?: string
  /** Red 确定: only for what deletes. */
  danger?: boolean
  /** Enter does not confirm: for a question that appears under hands that type. */
  careful?: boolean
  /** Aborting it closes the question with the answer no. */
  until?: AbortSignal
}

interface Choice {
  text: string
  kind?: 'primary' | 'danger' | 'outlined-danger'
  /** Focused when the question appears, so that Enter triggers it. */
  first?: boolean
  run: () => Promise<void> | void
}

/** Custom buttons: antd's turn a failed action into an unhandled rejection. */
function Choices({
  choices,
  onBusy,
  onRefused,
}: {
  choices: Choice[]
  onBusy: (busy: boolean) => void
  onRefused: () => void
}) {
  const [busy, setBusy] = useState<number | null>(null)
  const first = useRef<HTMLButtonElement>(null)
  // Deferred until the dialog has put the focus on its first button.
  useEffect(() => {
    const timer = setTimeout(() => first.current?.focus({ preventScroll: true }))
    return () => clearTimeout(timer)
  }, [])

  async function choose(choice: Choice, index: number) {
    if (busy !== null) return
    setBusy(index)
    onBusy(true)
    try {
      await choice.run()
    } catch (error) {
      reportOwnError(error)
      // After any other failure the question stays open for a retry.
      if (isRefusal(error)) onRefused()
    } finally {
      setBusy(null)
      onBusy(false)
    }
  }

  return (
    <div className={styles.choices}>
      {choices.map((choice, index) => (
        <Button
          key={choice.text}
          ref={choice.first ? first : undefined}
          type={choice.kind === 'primary' || choice.kind === 'danger' ? 'primary' : 'default'}
          danger={choice.kind === 'danger' || choice.kind === 'outlined-danger'}
          loading={busy === index}
          disabled={busy !== null && busy !== index}
          onClick={() => void choose(choice, index)}
        >
          {choice.text}
        </Button>
      ))}
    </div>
  )
}

const open = new Set<() => void>()
/** Closes, with the answer no, a question that still waits for the dialog's code: asking again meanwhile must show only one question. */
let dismissWaiting: (() => void) | undefined

/** Resolves every open question with false, because the page below is left. */
export function dismissQuestions(): void {
  for (const dismiss of [...open]) dismiss()
}

/** Opens a question; returns a function that closes it with the answer no. Without the dialog's code the answer is no at once. */
function question(
  title: ReactNode,
  text: ReactNode,
  choices: (close: () => void) => Choice[],
  onEscape: () => void,
): () => void {
  const neighbour = neighbourOf(document.activeElement)
  let busy = false
  let dialog: ReturnType<Feedback['modal']['confirm']> | undefined
  let closed = false
  let closeLayer = () => {}
  const config: ModalFuncProps = {
    title,
    content: text,
    icon: (
      <span className={styles.icon}>
        <IconWarning size={18} />
      </span>
    ),
    width: 400,
    className: styles.dialog,
    onCancel: () => {
      closeLayer()
      onEscape()
    },
    afterClose: () => {
      open.delete(dismiss)
      closeLayer()
      // The element that asked is gone, such as a row's button; focus moves to the page instead of the body.
      if (document.activeElement?.closest(`.${styles.dialog}`))
        (neighbour() ?? document.getElementById('main'))?.focus({ preventScroll: true })
    },
    footer: () => (
      <Choices
        choices={choices(close)}
        onBusy={(now) => {
          busy = now
          dialog?.update({ keyboard: !now })
        }}
        onRefused={() => dismiss()}
      />
    ),
  }
  const close = () => {
    closed = true
    if (dismissWaiting === dismiss) dismissWaiting = undefined
    closeLayer()
    if (dialog) dialog.destroy()
    else open.delete(dismiss)
  }
  const dismiss = () => {
    onEscape()
    close()
  }
  open.add(dismiss)
  dismissWaiting?.()
  dismissWaiting = dismiss
  withFeedback(({ modal }) => {
    if (closed) return
    dismissWaiting = undefined
    dialog = modal.confirm(config)
    // Back has something to close only once the dialog is open. A running action cannot be cancelled.
    closeLayer = openLayer(() => !busy && dismiss())
  }, dismiss)
  return dismiss
}

/**
 * Asks; resolves to true on 确定. With `run` the button stays busy until it settles. What the server refuses closes the question with the
 * answer no, as asking again would change nothing; any other failure keeps it open.
 */
export function ask(
  { title, text, ok = '确定', cancel = '取消', danger = false, careful = danger, until }: Ask,
  run?: () => Promise<unknown>,
): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (value: boolean, close: () => void) => {
      resolve(value)
      close()
    }
    const dismiss = question(
      title,
      text,
      (close) => [
        { text: cancel, first: careful, run: () => answer(false, close) },
        {
          text: ok,
          kind: danger ? 'danger' : 'primary',
          first: !careful,
          run: async () => {
            await run?.()
            answer(true, close)
          },
        },
      ],
      () => resolve(false),
    )
    until?.addEventListener('abort', dismiss, { once: true })
  })
}

interface Notice {
  title: ReactNode
  text: ReactNode
  /** The button that closes it. */
  ok: string
  /** A second button, which leaves it open. */
  also?: Pick<Choice, 'text' | 'run'>
}

/** Shows a message with a button that closes it. */
export const showNotice = ({ title, text, ok, also }: Notice): void =>
  void question(
    title,
    text,
    (close) => [
      { text: ok, first: also === undefined, run: close },
      ...(also ? [{ ...also, kind: 'primary' as const, first: true }] : []),
    ],
    () => {},
  )

/**
 * 确定删除该条记录？ with the record and its amount on the second line; `run` deletes. Resolves to whether it was deleted; a failure
 * is reported by the call.
 */
export const confirmDelete = (
  title: string,
  record: ReactNode,
  run: () => Promise<unknown>,
): Promise<boolean> => ask({ title, text: record, danger: true }, run)

/** 内容尚未保存: resolves to true when the changes may be discarded. 继续编辑 is the primary button; Enter and Esc trigger it. */
export function askDiscard(): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (value: boolean, close: () => void) => () => {
      resolve(value)
      close()
    }
    question(
      '内容尚未保存',
      '离开后修改将丢失，确定离开？',
      (close) => [
        { text: '放弃修改', kind: 'outlined-danger', run: answer(true, close) },
        { text: '继续编辑', kind: 'primary', first: true, run: answer(false, close) },
      ],
      () => resolve(false),
    )
  })
}
