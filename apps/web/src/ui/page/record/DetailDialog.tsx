import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useLayer } from '../../popup/layers.ts'
import styles from './DetailDialog.module.css'

interface Props {
  title: ReactNode
  width: number
  onClose: () => void
  /** Buttons after 关闭. */
  actions: ReactNode
  children: ReactNode
}

/** Read-only dialog of a record. */
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
    >
      {children}
    </Modal>
  )
}
