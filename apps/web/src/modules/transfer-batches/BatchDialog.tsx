import { formatYuan } from '@pianzhang/contract/money'
import {
  TRANSFER_BANKS,
  type TransferPreview,
  transferBody,
  UNPROVEN,
} from '@pianzhang/contract/transfer-batches'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { ApiError } from '../../platform/api/api.ts'
import { underKey } from '../../platform/api/unanswered.ts'
import { fixedOptions, optionsOf } from '../../platform/ledger/selects.ts'
import { count } from '../../ui/count.ts'
import { download } from '../../ui/files/download.ts'
import { basicItems } from '../../ui/form/items/basic.tsx'
import { choiceItems } from '../../ui/form/items/choices.tsx'
import { Shape } from '../../ui/form/items/shape.ts'
import { useFormModal } from '../../ui/form/useFormModal.ts'
import { toast } from '../../ui/popup/toast.ts'
import { type Body, batches, createBatch, formatsQuery, previewBatch } from './api.ts'
import styles from './batch.module.css'
import { TransferTable } from './TransferTable.tsx'

interface Values {
  bank: string | null
  pay_account: string
  pay_account_name: string
  pay_bank_name: string
  urgent: string | null
}
const Item = { ...basicItems<Values>(), ...choiceItems<Values>() }
const NO_ACCOUNT = { pay_account: '', pay_account_name: '', pay_bank_name: '' }
const SPEED = fixedOptions([
  { value: '0', label: '普通' },
  { value: '1', label: '加急' },
])

interface Props {
  /** The numbers of the selected payments. */
  codes: readonly string[]
  onClose: () => void
  onMade: () => void
}

/** 网银批量文件: bank and account, then what the file would say, then the file. */
export default function BatchDialog({ codes, onClose, onMade }: Props) {
  const [form] = Form.useForm<Values>()
  const bank = Form.useWatch('bank', form) ?? 'icbc'
  const { data: formats } = useQuery(formatsQuery)
  const format = formats?.find((one) => one.bank === bank)
  const [preview, setPreview] = useState<{ body: Body; answer: TransferPreview } | null>(null)
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string>()
  // antd's form cannot tell: `setFieldsValue` marks fields as touched, too.
  const [typed, setTyped] = useState(false)
  const dialog = useFormModal({ dirty: typed, saving: working, onClose })

  // Fills in the account of the bank's last batch, or nothing if it has none; not once something is typed.
  const last = format?.last
  useEffect(() => {
    if (format && !typed) form.setFieldsValue(last ?? NO_ACCOUNT)
  }, [format, last, typed, form])

  const run = async (work: () => Promise<void>) => {
    if (working) return
    setWorking(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Something changed since the preview: it is made anew.
      if (error.status === 409) setPreview(null)
      setFailure(error.message)
    } finally {
      setWorking(false)
    }
  }
  const look = () =>
    form.validateFields().then(
      (values) =>
        run(async () => {
          const urgent = format?.says_speed === true && values.urgent === '1'
          const body: Body = { ...values, bank, urgent, codes, digest: null }
          setPreview({ body, answer: await previewBatch(body) })
        }),
      // The fields show their faults.
      () => {},
    )
  const make = () =>
    run(async () => {
      if (!preview) return
      const body = { ...preview.body, digest: preview.answer.digest }
      const { data } = await underKey(`transfers ${JSON.stringify(body)}`, (key) => createBatch(body, key))
      await batches.changed()
      download(data.file_url)
      toast.success(`已生成 ${data.code}，共 ${count(data.count)} 笔，${formatYuan(data.total_yuan)} 元`)
      dialog.finish()
      onMade()
    })

  const faulty = preview?.answer.rows.filter(({ problems }) => problems.length > 0).length ?? 0
  const impossible = faulty > 0 || (preview?.answer.problems.length ?? 0) > 0
  return (
    <Modal
      {...dialog.modal}
      centered
      width={760}
      title="生成网银批量文件"
      footer={
        <>
          {preview && <Button onClick={() => setPreview(null)}>返回修改</Button>}
          <Button onClick={dialog.modal.onCancel}>取消</Button>
          {preview ? (
            <Button type="primary" disabled={impossible} loading={working} onClick={() => void make()}>
              生成文件
            </Button>
          ) : (
            <Button type="primary" disabled={!format} loading={working} onClick={() => void look()}>
              预览
            </Button>
          )}
        </>
      }
    >
      {failure && (
        <p className={styles.refused} role="alert">
          {failure}
        </p>
      )}
      {format && !format.proven && (
        <p className={styles.notice} role="note">
          {UNPROVEN}
        </p>
      )}
      <div hidden={preview !== null}>
        <p className={`num ${styles.lead}`}>已选 {count(codes.length)} 笔付款。</p>
        <Shape value={transferBody.shape}>
          <Form
            {...dialog.form}
            form={form}
            layout="vertical"
            requiredMark
            initialValues={{ bank: 'icbc', ...NO_ACCOUNT, urgent: '0' }}
            onValuesChange={(changed: Partial<Values>) => setTyped(typed || !('bank' in changed))}
            onFinish={() => void look()}
          >
            <div className={styles.fields}>
              <Item.Choice
                name="bank"
                label="银行"
                required
                of={fixedOptions(
                  optionsOf(
                    TRANSFER_BANKS.filter(({ code }) => !formats || formats.some((one) => one.bank === code)),
                  ),
                )}
              />
              {format?.says_speed && (
                <Item.Choice name="urgent" label="汇款方式" required of={SPEED} rules={[]} />
              )}
              <Item.Text name="pay_account" label="付款账号" required />
              <Item.Text name="pay_account_name" label="付款户名" required />
              <Item.Text name="pay_bank_name" label="付款开户行" />
            </div>
          </Form>
        </Shape>
      </div>
      {preview && (
        <>
          {preview.answer.problems.map((problem) => (
            <p key={problem} className={styles.refused} role="alert">
              {problem}
            </p>
          ))}
          <p className={styles.total} role="status">
            {preview.answer.format.bank_i18n}，共 {count(preview.answer.count)} 笔，
            <span className="num">
              合计 <b>{formatYuan(preview.answer.total_yuan)}</b> 元
            </span>
            {faulty > 0 && (
              <span className={styles.problem}>；{count(faulty)} 笔不符合要求，请更正或取消选择</span>
            )}
          </p>
          <TransferTable rows={preview.answer.rows} />
        </>
      )}
    </Modal>
  )
}
