import { Button, Modal } from 'antd'
import { type ComponentType, use, useEffect, useSyncExternalStore } from 'react'
import { type CodeMissing, loadCode, useCodeRetry } from './code.ts'
import { IconReload } from './icons.tsx'
import { useLayer } from './layers.ts'
import { Failed } from './States.tsx'

interface MissingProps {
  missing: CodeMissing
  load: () => Promise<void>
}
type Load<P> = () => Promise<{ default: ComponentType<P> }>
export type LoadPage = Load<object>

/**
 * As React's `lazy`, but code that does not come is no error of the page: `Missing` stands in its place and can try again, and everything
 * around it stays as it is. `preload` never rejects.
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
        (module) => {
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
    // Whoever comes again tries again.
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

/** A page, or a tab of one. */
export const lazyPage = <P extends object>(load: Load<P>) => lazyPart(load, CodeFailed)

/** In the place of a page, a tab or a chart whose code is missing. */
export function CodeFailed({ missing, load }: MissingProps) {
  const { retry, retrying } = useCodeRetry(missing, load)
  return (
    <Failed error={missing} onRetry={missing.gone ? () => location.reload() : retry} retrying={retrying} />
  )
}

/** A dialog; `close` calls what its owner takes it away with. */
export function lazyDialog<P extends { onClose: () => void }>(load: Load<P>): ComponentType<P>
export function lazyDialog<P extends object>(load: Load<P>, close: (props: P) => void): ComponentType<P>
export function lazyDialog<P extends object>(
  load: Load<P>,
  close = (props: P) => (props as P & { onClose: () => void }).onClose(),
): ComponentType<P> {
  return lazyPart(load, ({ missing, load: again, of }) => (
    <DialogMissing missing={missing} load={again} onClose={() => close(of)} />
  ))
}

function DialogMissing({ missing, load, onClose }: MissingProps & { onClose: () => void }) {
  const { retry, retrying } = useCodeRetry(missing, load)
  useLayer(onClose)
  return (
    <Modal
      open
      title="加载失败"
      width={400}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            type="primary"
            icon={<IconReload size={14} />}
            loading={retrying}
            onClick={missing.gone ? () => location.reload() : retry}
          >
            {missing.gone ? '刷新页面' : '重试'}
          </Button>
        </>
      }
    >
      <p role="alert">{missing.message}</p>
    </Modal>
  )
}
