import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useLayer } from '../../popup/layers.ts'
import styles from './DetailDialog.module.css'

const BODY = { maxHeight: 'calc(100dvh - 200px)', overflow: 'auto' }

interface Props {
  title: ReactNode
  width: number
  onClose: () => void
  /** Buttons after 关闭. */
  actions: ReactNode
  children: ReactNode
}

/** Read-only dialog of a record; long content scrolls between title and buttons. */
export function DetailDialog({ title, width, onClose, actions, children }: Props) {
  useLayer(onClose)
  return (
    <Modal
      open
      centered
      width={width}
      title={title}
      onCancel={onClose}
      className={styles.dialog ?? ''}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          {actions}
        </>
      }
      styles={{ body: BODY }}
    >
      {children}
    </Modal>
  )
}
