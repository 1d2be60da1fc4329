import type { Project } from '@pianzhang/contract/projects'
import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useLayer } from '../../ui/layers.ts'
import { deleteProject, isGone } from './api.ts'
import styles from './projects.module.css'

interface Props {
  project: Project
  onClose: () => void
  onDeleted: () => void
  onGone: () => void
}

/** Everything in the project goes with it, so its name has to be typed. */
export default function DeleteDialog({ project, onClose, onDeleted, onGone }: Props) {
  const [typed, setTyped] = useState('')
  const [deleting, setDeleting] = useState(false)
  const matches = typed.trim() === project.name.trim()

  async function remove() {
    if (!matches || deleting) return
    setDeleting(true)
    try {
      await deleteProject(project)
      onDeleted()
    } catch (error) {
      // Shown already. A colleague was faster, or the name stays typed for another try.
      if (isGone(error)) onGone()
      else setDeleting(false)
    }
  }
  useLayer(() => !deleting && onClose())

  return (
    <Modal
      open
      title="确定删除项目？"
      width={480}
      okButtonProps={{ danger: true, disabled: !matches }}
      confirmLoading={deleting}
      onOk={() => void remove()}
      onCancel={() => !deleting && onClose()}
      mask={{ closable: false }}
    >
      <p className={styles.doomed}>{project.name}</p>
      <p className={styles.warning}>删除后所有数据不可恢复，且仍占用项目数量。请输入项目名称以确认。</p>
      <Form layout="vertical" onFinish={() => void remove()}>
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
