import { DONE, FAILURES } from '@pianzhang/contract/errors'
import type { PayCategory } from '@pianzhang/contract/pay-categories'
import { Alert, Button, Form, Input, Modal } from 'antd'
import { useRef, useState } from 'react'
import { ApiError } from '../../platform/api.ts'
import { useIdempotencyKey } from '../../platform/idempotency.ts'
import { showFieldErrors } from '../../ui/formErrors.ts'
import { useLayer } from '../../ui/layers.ts'
import { toast } from '../../ui/toast.ts'
import { useUnsavedGuard } from '../../ui/unsaved.ts'
import { createPayCategory, latestPayCategory, payCategoriesChanged, updatePayCategory } from './api.ts'
import styles from './pay-categories.module.css'

interface Values {
  name: string
}

interface Props {
  /** Null: a new type. */
  row: PayCategory | null
  onClose: () => void
}

/** 新增付款类型 / 修改付款类型. */
export default function PayCategoryDialog({ row, onClose }: Props) {
  const [form] = Form.useForm<Values>()
  const [saving, setSaving] = useState(false)
  const [dirty, setDirty] = useState(false)
  const [stale, setStale] = useState(false)
  /** What a colleague made of it, once the person has asked to see it. */
  const [latest, setLatest] = useState<PayCategory | null>(null)
  const version = useRef(row?.version)
  const keyOf = useIdempotencyKey()
  const guard = useUnsavedGuard(dirty)

  async function close() {
    if (!saving && (await guard.mayLeave())) onClose()
  }

  async function finish() {
    await payCategoriesChanged()
    guard.release()
    toast.success(DONE)
    onClose()
  }

  async function fetchLatest(): Promise<PayCategory | undefined> {
    const found = row ? await latestPayCategory(row.id) : undefined
    if (!found) toast.error(FAILURES.notFound.msg)
    return found
  }

  /** A repetition after a lost answer meets its own first save: the type has exactly the name that was typed. */
  async function meetColleague(name: string): Promise<void> {
    if ((await fetchLatest())?.name === name) return finish()
    setLatest(null)
    setStale(true)
  }

  async function save(values: Values) {
    // Enter comes past the busy button.
    if (saving) return
    setSaving(true)
    const name = values.name.trim()
    try {
      if (row) await updatePayCategory(row.id, { name, version: version.current })
      else await createPayCategory({ name }, keyOf(name))
      await finish()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === FAILURES.invalid.code) showFieldErrors(form, error)
      // What fails here has been shown already.
      else if (error.code === FAILURES.stale.code) await meetColleague(name).catch(() => setStale(true))
    } finally {
      setSaving(false)
    }
  }

  /** From here on 确定 is meant over what the person has just been shown. What was typed stays. */
  async function view() {
    const found = await fetchLatest().catch(() => undefined)
    if (!found) return
    version.current = found.version
    setLatest(found)
  }
  useLayer(() => void close())

  return (
    <Modal
      open
      title={row ? '修改付款类型' : '新增付款类型'}
      width={440}
      confirmLoading={saving}
      onOk={form.submit}
      onCancel={() => void close()}
      mask={{ closable: false }}
    >
      {stale && (
        <Alert
          className={styles.stale ?? ''}
          type="warning"
          title={latest ? `最新内容：${latest.name}` : FAILURES.stale.msg}
          action={
            !latest && (
              <Button size="small" onClick={() => void view()}>
                查看最新内容
              </Button>
            )
          }
        />
      )}
      <Form
        form={form}
        layout="vertical"
        initialValues={{ name: row?.name ?? '' }}
        onFinish={(values) => void save(values)}
        onValuesChange={(_, { name }) => setDirty(name.trim() !== (row?.name ?? ''))}
        scrollToFirstError={{ focus: true }}
      >
        <Form.Item
          name="name"
          label="类型名称"
          rules={[{ required: true, whitespace: true, message: '请输入类型名称' }]}
        >
          <Input
            autoFocus
            autoComplete="off"
            placeholder="请输入类型名称"
            maxLength={200}
            onPressEnter={form.submit}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
