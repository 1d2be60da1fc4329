import { FAILURES } from '@pianzhang/contract/errors'
import { Form, Modal } from 'antd'
import { showFieldErrors } from '../../../ui/form/formErrors.ts'
import { useFormModal } from '../../../ui/form/useFormModal.ts'
import { useSave } from '../../../ui/form/useSave.ts'
import { confirm } from './api.ts'
import { CodeItem } from './CodeItem.tsx'
import styles from './second-factor.module.css'

/** Above the questions of ui/popup/confirm.tsx, whose action may be what needs the code. */
const ABOVE = 2_100

/** Asks for a code, as an act on passwords or rights needs one of the last ten minutes. */
export default function ConfirmDialog({
  onClose,
  onConfirmed,
}: {
  onClose: () => void
  onConfirmed: () => void
}) {
  const [form] = Form.useForm<{ code: string }>()
  const { save, saving } = useSave({
    send: ({ code }: { code: string }) => confirm(code),
    onFailed: (error) => {
      if (error.code === FAILURES.invalid.code) showFieldErrors(form, error)
    },
  })
  const { modal, form: ofForm } = useFormModal({ dirty: false, saving, onClose })
  return (
    <Modal {...modal} title="请输入动态码" width={400} zIndex={ABOVE}>
      <Form
        {...ofForm}
        form={form}
        layout="vertical"
        onFinish={(values) => void save(values).then((done) => done && onConfirmed())}
      >
        <p className={styles.text}>此操作涉及密码或权限。验证后 10 分钟内不再询问。</p>
        <CodeItem autoFocus />
      </Form>
    </Modal>
  )
}
