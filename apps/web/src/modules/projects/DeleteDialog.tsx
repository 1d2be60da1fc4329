import type { Project } from '@pianzhang/contract/projects'
import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useFormModal } from '../../ui/form/useFormModal.ts'
import { useSave } from '../../ui/form/useSave.ts'
import { isGone, projects } from './api.ts'
import styles from './projects.module.css'

interface Props {
  project: Project
  onClose: () => void
  onDeleted: () => void
  onGone: () => void
}

/** Deletes everything in the project, so its name must be typed. */
export default function DeleteDialog({ project, onClose, onDeleted, onGone }: Props) {
  const [typed, setTyped] = useState('')
  const matches = typed.trim() === project.name.trim()
  const { save, saving } = useSave({
    send: () => projects.removeOne(project.code),
    // The failure has been reported; if the project still exists, the typed name stays for a retry.
    onFailed: (error) => isGone(error) && onGone(),
  })
  // The typed name is only a confirmation, so closing does not ask.
  const { modal, form } = useFormModal({ dirty: false, saving, onClose })

  async function remove() {
    if (matches && (await save(project.code))) onDeleted()
  }

  return (
    <Modal
      {...modal}
      title="确定删除项目？"
      width={480}
      okButtonProps={{ ...modal.okButtonProps, danger: true, disabled: !matches }}
    >
      <p className={styles.doomed}>{project.name}</p>
      <p className={styles.warning}>删除后所有数据不可恢复，且仍占用项目数量。请输入项目名称以确认。</p>
      <Form {...form} layout="vertical" onFinish={() => void remove()}>
        <Form.Item label="项目名称" htmlFor="delete-project-name">
          <Input
            id="delete-project-name"
            autoFocus
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
