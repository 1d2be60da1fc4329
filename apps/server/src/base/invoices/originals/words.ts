import { invoiceTypeName } from '@pianzhang/contract/invoice-types'
import { AMOUNT_TEXTS, yuan } from '@pianzhang/contract/money'
import {
  addsUp,
  type Difference,
  type FieldName,
  type OriginalError,
  type OriginalErrorDetails,
  type OriginalFields,
  type OriginalReason,
  READ_PAGES,
  type Source,
  type ValueFault,
  ZIP_QUOTA,
} from '@pianzhang/einvoice'

const MB = 1024 * 1024

const FORMATS: Record<NonNullable<OriginalErrorDetails['format']>, string> = {
  xml: 'XML',
  ofd: 'OFD',
  pdf: 'PDF',
  zip: '压缩包',
  file: '文件',
}

const LABELS: Record<FieldName, string> = {
  invoice_type: '发票类型',
  invoice_code: '发票代码',
  invoice_number: '发票号码',
  billing_date: '开票日期',
  check_code: '校验码',
  seller_name: '销售方名称',
  seller_tax_no: '销售方税号',
  buyer_name: '购买方名称',
  buyer_tax_no: '购买方税号',
  amount_without_tax: '合计金额',
  tax_amount: '合计税额',
  total_amount: '价税合计',
  item_name: '项目名称',
  item_quantity: '数量',
  item_unit_price: '单价',
  item_amount: '明细金额',
  item_tax_rate: '税率',
  item_tax_amount: '明细税额',
}

const FAULTS: Record<ValueFault, string> = {
  ...AMOUNT_TEXTS,
  no_number: '数值格式不正确',
  no_day: '日期不存在或格式不正确',
  form: '格式不正确',
}

/** The details of an error as words. */
interface Words {
  format: string
  label: string
  limit: number
  details: OriginalError['details']
}

const TEXTS: Record<OriginalReason, (words: Words) => string> = {
  damaged: ({ format }) => `${format}已损坏，无法读取，请重新下载后上传`,
  encrypted: ({ format, details }) =>
    details.format === 'pdf' ? 'PDF 设有密码，请取消密码后重新上传' : `${format}已加密，请取消密码后重新上传`,
  too_large: ({ format, limit }) => `${format}解压后超过 ${limit / MB} MB`,
  too_many_files: ({ format, details }) =>
    details.limit === undefined ? `${format}内的文件过多` : `${format}里最多放 ${details.limit} 个文件`,
  unsafe_file_name: ({ format }) => `${format}内的文件名不允许含有“..”或绝对路径`,
  unknown_extension: () => '只能读取 XML、OFD、PDF 格式的发票文件',
  other_content: ({ format, details: { found, extension } }) =>
    found === undefined
      ? `文件内容不是 ${format}，请检查后重新上传`
      : `文件内容是 ${found.toUpperCase()}，扩展名却是 .${extension}，请上传未改名的原文件`,
  no_files: () => '压缩包里没有文件',
  over_file_quota: () => `一次上传的各压缩包里最多共 ${ZIP_QUOTA.files} 个文件，请分次上传`,
  over_byte_quota: () => `一次上传的各压缩包解压后合计不能超过 ${ZIP_QUOTA.bytes / MB} MB，请分次上传`,
  file_empty: () => '文件内容为空',
  file_too_large: ({ limit }) => `文件过大，单个文件最大支持 ${limit / MB} MB`,
  encoding: ({ details: { found } }) =>
    found === undefined
      ? 'XML 不是 UTF-8 编码，不能读取'
      : `XML 的编码是 ${found}，只能读取 UTF-8 编码的发票文件`,
  entities: () => 'XML 含有 DTD 或实体声明，不能读取',
  too_complex: ({ details }) =>
    details.format === 'pdf' ? 'PDF 的内部结构过大，不能读取' : 'XML 的层级或元素过多，不是发票文件',
  text_too_long: () => 'XML 中的文字过长',
  no_invoice: () => '不是数电发票、铁路或航空电子客票、财政电子票据的 XML 文件',
  too_many_lines: ({ limit }) => `发票明细超过 ${limit} 行`,
  no_ofd_root: () => 'OFD 文件缺少 OFD.xml，不是有效的 OFD',
  field_too_long: ({ label, limit }) => `${label}过长，最多 ${limit} 个字`,
  bad_value: ({ label, details: { value, fault = 'form' } }) => `${label}“${value}”有误：${FAULTS[fault]}`,
  script: () => 'PDF 含有脚本，不能作为发票上传',
  opening_action: () => 'PDF 含有打开时自动执行的操作，不能作为发票上传',
  too_many_pages: ({ limit, details }) => `PDF 有 ${details.found} 页，不是一张发票（最多 ${limit} 页）`,
  too_much_text: () => 'PDF 一页中的文字过多，不是一张发票',
  timeout: () => '读取 PDF 超时，请检查文件',
}

/** Why an original is refused, for the person who uploaded it. */
export function refusalText({ reason, details }: OriginalError): string {
  const { format = 'file', field, limit = 0, fileName } = details
  const text = TEXTS[reason]({
    format: FORMATS[format],
    label: field === undefined ? '' : LABELS[field],
    limit,
    details,
  })
  return fileName === undefined ? text : inZip(fileName, text)
}

/** A text about a file in a zip. */
export const inZip = (fileName: string, text: string): string => `压缩包中的“${fileName}”：${text}`

/** Why the figures contradict each other; null if they add up, or if one of them is missing. */
export function figuresFault(
  figures: Pick<OriginalFields, 'amount_without_tax' | 'tax_amount' | 'total_amount'>,
): string | null {
  const { amount_without_tax: net, tax_amount: tax, total_amount: total } = figures
  if (addsUp(figures) || net === null || tax === null || total === null) return null
  return `价税合计 ${yuan(total)} 与金额 ${yuan(net)}、税额 ${yuan(tax)} 之和不符`
}

const SOURCES: Record<Source, string> = {
  page: '票面',
  code: '二维码',
  attached: 'OFD 内嵌的发票数据',
  custom: 'OFD 的附加数据',
}

/** A field of which two sources of one invoice say different things, with both values. */
export function differenceText({ field, said: [one, other] }: Difference): string {
  const shown = (value: string | bigint) =>
    typeof value === 'bigint' ? yuan(value) : field === 'invoice_type' ? invoiceTypeName(value) : value
  return `${LABELS[field]}不一致：${SOURCES[one.source]}为 ${shown(one.value)}，${SOURCES[other.source]}为 ${shown(other.value)}`
}

/** The pages of a PDF on which another invoice may be; null if there are none. */
export function unreadText(unread: readonly number[], pages: number): string | null {
  const texts = []
  if (unread.length > 0) texts.push(`第 ${unread.join('、')} 页没有读到发票，如有请单独上传`)
  if (pages > READ_PAGES) texts.push(`共 ${pages} 页，只读取了前 ${READ_PAGES} 页`)
  return texts.length > 0 ? texts.join('；') : null
}
