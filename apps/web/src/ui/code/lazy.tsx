import {
  type ComponentType,
  type FunctionComponent,
  use,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { type Load, withAntd } from '../antd/withAntd.tsx'
import { Button } from '../Button.tsx'
import { IconReload } from '../icons.tsx'
import { useLayer } from '../popup/layers.ts'
import { Failed } from '../states/States.tsx'
import { type CodeMissing, loadCode, useCodeRetry } from './code.ts'
import styles from './lazy.module.css'

interface MissingProps {
  missing: CodeMissing
  load: () => Promise<void>
}
export type LoadPage = Load<object>

/**
 * Like React's `lazy`, but a failed load does not crash the page: `Missing` is rendered in its place and can retry.
 * `preload` never rejects.
 */
function lazyPart<P extends object>(load: Load<P>, Missing: ComponentType<MissingProps & { of: P }>) {
  let Part: ComponentType<P> | undefined
  let missing: CodeMissing | undefined
  let pending: Promise<void> | undefined
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const preload = (): Promise<void> => {
    if (Part) return Promise.resolve()
    pending ??= loadCode(load)
      .then(
        async (module) => {
          await module.ready?.()
          Part = module.default
          missing = undefined
        },
        (error: CodeMissing) => {
          missing = error
        },
      )
      .finally(() => {
        pending = undefined
        for (const listener of listeners) listener()
      })
    return pending
  }
  function Lazy(props: P) {
    useSyncExternalStore(subscribe, () => Part ?? missing)
    // A failed load is not cached: mounting again retries.
    useEffect(
      () => () => {
        missing = undefined
      },
      [],
    )
    if (Part) return <Part {...props} />
    if (missing) return <Missing missing={missing} load={preload} of={props} />
    use(preload())
    return null
  }
  return Object.assign(Lazy, { preload })
}

/** A page or tab whose frame and rows render without antd; parts that need antd use `later` or are dialogs. */
export const lightPage = <P extends object>(load: Load<P>) => lazyPart(load, CodeFailed)

/** A page, or a tab of one, built with antd. */
export const lazyPage = <P extends object>(load: Load<P>) => lightPage(withAntd(load))

/** Shown instead of a page or tab whose code is missing. */
function CodeFailed({ missing, load }: MissingProps) {
  const { retry, retrying } = useCodeRetry(missing, load)
  return (
    <Failed error={missing} onRetry={missing.gone ? () => location.reload() : retry} retrying={retrying} />
  )
}

/** A dialog loaded when first rendered. Its owner unmounts it by `onClose`, which is called, too, when its code is missing. */
export const lazyDialog = <P extends { onClose: () => void }>(load: Load<P>): FunctionComponent<P> =>
  lazyPart(withAntd(load), ({ missing, load: again, of }) => (
    <DialogMissing missing={missing} load={again} onClose={of.onClose} />
  ))

/** The browser's own dialog: antd's code may be what is missing. */
function DialogMissing({ missing, load, onClose }: MissingProps & { onClose: () => void }) {
  const { retry, retrying } = useCodeRetry(missing, load)
  useLayer(onClose)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="加载失败"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 className={styles.title}>加载失败</h2>
      <p role="alert">{missing.message}</p>
      <div className={styles.buttons}>
        <Button onClick={onClose}>取消</Button>
        <Button
          type="primary"
          icon={<IconReload size={14} />}
          loading={retrying}
          onClick={missing.gone ? () => location.reload() : retry}
        >
          {missing.gone ? '刷新页面' : '重试'}
        </Button>
      </div>
    </dialog>
  )
}
