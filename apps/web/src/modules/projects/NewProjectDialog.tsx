import type { ProjectBody } from '@pianzhang/contract/projects'
import { Form, Input, Modal } from 'antd'
import { useRef, useState } from 'react'
import { ApiError } from '../../platform/api.ts'
import { useIdempotencyKey } from '../../platform/idempotency.ts'
import { queryClient } from '../../platform/query.ts'
import { DateRange, type Dates } from '../../ui/DateRange.tsx'
import { showFieldErrors } from '../../ui/formErrors.ts'
import { useLayer } from '../../ui/layers.ts'
import { toast } from '../../ui/toast.ts'
import { useUnsavedGuard } from '../../ui/unsaved.ts'
import { createProject, projectsQuery } from './api.ts'

interface Values extends Pick<ProjectBody, 'name' | 'director' | 'main_character' | 'desc'> {
  period: Dates
}

/** One wrong date is shown below the range, which is one field of the form and two of the API. */
const asFormError = (error: ApiError) => ({
  message: error.message,
  errors: error.errors.map(({ field, message }) => ({
    field: /_date_at$/.test(field) ? 'period' : field,
    message,
  })),
})

export default function NewProjectDialog({
  onClose,
  onFull,
}: {
  onClose: () => void
  onFull: (text: string) => void
}) {
  const [form] = Form.useForm<Values>()
  const [saving, setSaving] = useState(false)
  const [dirty, setDirty] = useState(false)
  const keyOf = useIdempotencyKey()
  const guard = useUnsavedGuard(dirty)
  const periodError = useRef<string>(undefined)

  async function close() {
    if (!saving && (await guard.mayLeave())) onClose()
  }

  async function save({ period, ...values }: Values) {
    // Enter comes past the busy button.
    if (saving) return
    setSaving(true)
    try {
      const project = { ...values, start_date_at: period?.[0] ?? null, end_date_at: period?.[1] ?? null }
      await createProject(project, keyOf(JSON.stringify(project)))
      await queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey })
      guard.release()
      toast.success('操作成功')
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) return
      if (error.code === 422) showFieldErrors(form, asFormError(error))
      else if (error.code === 300010) onFull(error.message)
    } finally {
      setSaving(false)
    }
  }
  useLayer(() => void close())

  return (
    <Modal
      open
      title="新建项目"
      width={520}
      confirmLoading={saving}
      onOk={form.submit}
      onCancel={() => void close()}
      mask={{ closable: false }}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ name: '', director: '', main_character: '', desc: '', period: null }}
        onFinish={(values) => void save(values)}
        onValuesChange={() => setDirty(true)}
        scrollToFirstError={{ focus: true }}
      >
        <Form.Item
          name="name"
          label="项目名称"
          rules={[{ required: true, whitespace: true, message: '请输入项目名称' }]}
        >
          <Input autoFocus placeholder="请输入项目名称" maxLength={200} onPressEnter={form.submit} />
        </Form.Item>
        <Form.Item name="director" label="总导演">
          <Input placeholder="请输入总导演" maxLength={200} />
        </Form.Item>
        <Form.Item name="main_character" label="主演">
          <Input placeholder="请输入主演" maxLength={200} />
        </Form.Item>
        <Form.Item
          name="period"
          label="拍摄周期"
          rules={[
            {
              validator: () =>
                periodError.current ? Promise.reject(new Error(periodError.current)) : Promise.resolve(),
            },
          ]}
        >
          <DateRange
            shortcuts={false}
            onInvalid={(error) => {
              periodError.current = error
            }}
          />
        </Form.Item>
        <Form.Item name="desc" label="故事梗概">
          <Input.TextArea
            placeholder="请输入故事梗概"
            maxLength={2000}
            autoSize={{ minRows: 3, maxRows: 8 }}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
