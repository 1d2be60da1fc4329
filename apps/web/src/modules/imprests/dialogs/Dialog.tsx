import { MAX_VOUCHERS } from '@pianzhang/contract/attachments'
import { today } from '@pianzhang/contract/calendar'
import { type Imprest, imprestBody } from '@pianzhang/contract/imprests'
import { Form, Input, Select } from 'antd'
import { useCan } from '../../../platform/session/session.ts'
import { DateField } from '../../../ui/fields/DateField.tsx'
import { dateRule } from '../../../ui/fields/dates.ts'
import { MoneyInput } from '../../../ui/fields/MoneyInput.tsx'
import { RichSelect } from '../../../ui/fields/RichSelect.tsx'
import { including, richOption } from '../../../ui/fields/richOption.ts'
import { Columns, Wide } from '../../../ui/form/Columns.tsx'
import { mergeFields } from '../../../ui/form/conflict/fields.ts'
import { referred, useSeen } from '../../../ui/form/conflict/useSeen.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { amountInContract, asInContract, typedAmount } from '../../../ui/form/rules.ts'
import { ImagesField, imagesStored } from '../../../ui/images/ImagesField.tsx'
import { imagesOf } from '../../../ui/images/images.ts'
import { loadProps } from '../../../ui/states/LoadFailed.tsx'
import { usePayChannels, useVoucherCategories } from '../../booking/choices.ts'
import { contractOption, OUT, useContracts } from '../../contracts/picker/selects.ts'
import { useSubjects } from '../../subjects/picker/selects.ts'
import { subjectChoices } from '../../subjects/picker/subjects.ts'
import { imprests } from '../api.ts'
import { RateField, SubjectField } from './fields.tsx'

interface Props {
  /** Null: a new detail. */
  row: Imprest | null
  onClose: () => void
}

const valuesOf = (row: Imprest | null) => ({
  pay_at: row?.pay_at ?? today(new Date()),
  pay_amount: row?.pay_amount_yuan ?? '',
  payer: row?.payer ?? '',
  post: row?.post ?? '',
  subject_three_code: row?.subject_three_code ?? null,
  pay_channel: row?.pay_channel.pay_channel_code ?? null,
  voucher_category: row?.voucher_category?.voucher_category_code ?? null,
  face_tax_rate: row?.face_tax_rate || null,
  contract_code: row?.contract_code ?? null,
  summary: row?.summary ?? '',
  remark: row?.remark ?? '',
  vouchers: imagesOf(row?.voucher_attachments ?? []),
})

const fields = imprestBody.shape
const merged = mergeFields<ReturnType<typeof valuesOf>>()
const FIELD_NAMES: Record<string, string> = { voucher_attachment_codes: 'vouchers' }

/** 新增备用金明细 / 编辑备用金明细. */
export default function ImprestDialog({ row, onClose }: Props) {
  const [seen, onLatest] = useSeen(row)
  const { items: tree } = useSubjects()
  const channels = usePayChannels()
  const vouchers = useVoucherCategories()
  // Without read access to contracts the existing one stays and no other can be selected.
  const contracts = useContracts(OUT, useCan()('contract', 'read'))
  const offered = including(
    (contracts.items ?? []).map(contractOption),
    referred(seen, ({ contract }) => contract && richOption(contract.code, contract.out_code, '')),
  )

  return (
    <FormDialog
      title={row ? '编辑备用金明细' : '新增备用金明细'}
      width={680}
      initial={valuesOf(row)}
      edited={
        row && {
          record: row,
          latest: () => imprests.latest(row.code),
          onLatest,
          valuesOf,
          fields: merged.all([
            merged.text('pay_at', '付款时间'),
            merged.amount('pay_amount', '付款金额（元）'),
            merged.text('payer', '付款方'),
            merged.text('post', '部门/岗位'),
            merged.choice('subject_three_code', '科目', subjectChoices(tree ?? [], seen)),
            merged.choice('pay_channel', '付款方式', channels.items ?? []),
            merged.choice('voucher_category', '凭证类型', vouchers.items ?? []),
            merged.text('face_tax_rate', '票面税率'),
            merged.choice('contract_code', '合同编号', offered),
            merged.text('summary', '摘要'),
            merged.files('vouchers', '凭证图片'),
            merged.text('remark', '备注'),
          ]),
        }
      }
      send={({ vouchers: images, ...values }, key, version) => {
        const body = {
          ...values,
          pay_amount: typedAmount(values.pay_amount),
          voucher_attachment_codes: images.flatMap(({ attachment }) => attachment?.code ?? []),
          version,
        }
        return row ? imprests.update(row.code, body, key) : imprests.create(body, key)
      }}
      onSaved={imprests.changed}
      fieldOf={(field) => FIELD_NAMES[field.replace(/\[.*/, '')] ?? field}
      onClose={onClose}
    >
      <Columns>
        <Form.Item name="pay_at" label="付款时间" required rules={[dateRule('请选择付款时间')]}>
          <DateField allowClear={false} />
        </Form.Item>
        <Form.Item
          name="pay_amount"
          label="付款金额（元）"
          required
          validateTrigger="onBlur"
          rules={[amountInContract(fields.pay_amount)]}
        >
          <MoneyInput placeholder="请输入付款金额" />
        </Form.Item>
        <Form.Item name="payer" label="付款方" required rules={[asInContract(fields.payer)]}>
          <Input placeholder="请输入付款方" maxLength={200} autoComplete="off" />
        </Form.Item>
        <Form.Item name="post" label="部门/岗位" rules={[asInContract(fields.post)]}>
          <Input placeholder="请输入部门/岗位" maxLength={200} autoComplete="off" />
        </Form.Item>
        <Wide>
          <Form.Item
            name="subject_three_code"
            label="科目"
            required
            rules={[asInContract(fields.subject_three_code)]}
          >
            <SubjectField known={seen[0] ?? null} />
          </Form.Item>
        </Wide>
        <Form.Item name="pay_channel" label="付款方式" required rules={[asInContract(fields.pay_channel)]}>
          <Select
            options={channels.items ?? []}
            {...loadProps(channels.state, channels.items?.length ?? 0)}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="请选择付款方式"
          />
        </Form.Item>
        <Form.Item name="voucher_category" label="凭证类型">
          <Select
            options={vouchers.items ?? []}
            {...loadProps(vouchers.state, vouchers.items?.length ?? 0)}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="请选择凭证类型"
            allowClear
          />
        </Form.Item>
        <Form.Item name="face_tax_rate" label="票面税率" rules={[asInContract(fields.face_tax_rate)]}>
          <RateField />
        </Form.Item>
        <Form.Item name="contract_code" label="合同编号">
          <RichSelect options={offered} all={offered} state={contracts.state} placeholder="请选择合同编号" />
        </Form.Item>
        <Wide>
          <Form.Item name="summary" label="摘要" rules={[asInContract(fields.summary)]}>
            <Input.TextArea placeholder="请输入摘要" maxLength={2000} autoSize={{ minRows: 1, maxRows: 4 }} />
          </Form.Item>
          <Form.Item name="vouchers" label={<span id="vouchers-label">凭证图片</span>} rules={[imagesStored]}>
            <ImagesField most={MAX_VOUCHERS} addName="上传凭证图片" labelledBy="vouchers-label" />
          </Form.Item>
          <Form.Item name="remark" label="备注" rules={[asInContract(fields.remark)]}>
            <Input.TextArea placeholder="请输入备注" maxLength={2000} autoSize={{ minRows: 1, maxRows: 6 }} />
          </Form.Item>
        </Wide>
      </Columns>
    </FormDialog>
  )
}
