import { NO_FIELDS, OriginalError, type OriginalErrorDetails, type OriginalReason } from '@pianzhang/einvoice'
import { readOriginal } from '@pianzhang/einvoice/read'
import { describe, expect, test } from 'vitest'
import {
  CUSTOM_DATA,
  eInvoice,
  makeOfd,
  ofdRoot,
} from '../../../../../../packages/einvoice/test/originals.ts'
import {
  differenceText,
  figuresFault,
  refusalText,
  unreadText,
} from '../../../../src/base/invoices/originals/words.ts'

const MB = 1024 * 1024

/** Each reason with the details that its errors have. */
const TEXTS: Record<OriginalReason, readonly (readonly [OriginalErrorDetails, string])[]> = {
  damaged: [
    [{ format: 'xml' }, 'XML已损坏，无法读取，请重新下载后上传'],
    [{ format: 'file' }, '文件已损坏，无法读取，请重新下载后上传'],
    [{ format: 'zip', fileName: '坏.xml' }, '压缩包中的“坏.xml”：压缩包已损坏，无法读取，请重新下载后上传'],
  ],
  encrypted: [
    [{ format: 'ofd' }, 'OFD已加密，请取消密码后重新上传'],
    [{ format: 'zip' }, '压缩包已加密，请取消密码后重新上传'],
    [{ format: 'pdf' }, 'PDF 设有密码，请取消密码后重新上传'],
  ],
  too_large: [[{ format: 'zip', limit: 64 * MB }, '压缩包解压后超过 64 MB']],
  too_many_files: [
    [{ format: 'ofd' }, 'OFD内的文件过多'],
    [{ format: 'zip', limit: 50 }, '压缩包里最多放 50 个文件'],
  ],
  unsafe_file_name: [[{ format: 'ofd' }, 'OFD内的文件名不允许含有“..”或绝对路径']],
  unknown_extension: [[{}, '只能读取 XML、OFD、PDF 格式的发票文件']],
  other_content: [
    [{ format: 'xml', extension: 'xml' }, '文件内容不是 XML，请检查后重新上传'],
    [
      { format: 'pdf', extension: 'pdf', found: 'xml' },
      '文件内容是 XML，扩展名却是 .pdf，请上传未改名的原文件',
    ],
  ],
  no_files: [[{}, '压缩包里没有文件']],
  over_file_quota: [[{ limit: 3 }, '一次上传的各压缩包里最多共 50 个文件，请分次上传']],
  over_byte_quota: [[{ limit: MB }, '一次上传的各压缩包解压后合计不能超过 64 MB，请分次上传']],
  file_empty: [[{}, '文件内容为空']],
  file_too_large: [[{ limit: 10 * MB }, '文件过大，单个文件最大支持 10 MB']],
  encoding: [
    [{}, 'XML 不是 UTF-8 编码，不能读取'],
    [{ found: 'GBK' }, 'XML 的编码是 GBK，只能读取 UTF-8 编码的发票文件'],
  ],
  entities: [[{}, 'XML 含有 DTD 或实体声明，不能读取']],
  too_complex: [
    [{ format: 'xml' }, 'XML 的层级或元素过多，不是发票文件'],
    [{ format: 'pdf' }, 'PDF 的内部结构过大，不能读取'],
  ],
  text_too_long: [[{}, 'XML 中的文字过长']],
  no_invoice: [[{}, '不是数电发票、铁路或航空电子客票、财政电子票据的 XML 文件']],
  too_many_lines: [[{ limit: 5_000 }, '发票明细超过 5000 行']],
  no_ofd_root: [[{}, 'OFD 文件缺少 OFD.xml，不是有效的 OFD']],
  field_too_long: [[{ field: 'buyer_name', limit: 200 }, '购买方名称过长，最多 200 个字']],
  bad_value: [
    [{ field: 'total_amount', value: 'NaN', fault: 'format' }, '价税合计“NaN”有误：金额格式不正确'],
    [{ field: 'item_amount', value: '2.125', fault: 'places' }, '明细金额“2.125”有误：最多两位小数'],
    [{ field: 'tax_amount', value: '9', fault: 'range' }, '合计税额“9”有误：金额超出范围'],
    [{ field: 'item_unit_price', value: '1e5', fault: 'no_number' }, '单价“1e5”有误：数值格式不正确'],
    [{ field: 'item_tax_rate', value: 'NaN', fault: 'form' }, '税率“NaN”有误：格式不正确'],
    [
      { field: 'billing_date', value: '2026-02-30', fault: 'no_day' },
      '开票日期“2026-02-30”有误：日期不存在或格式不正确',
    ],
  ],
  script: [[{}, 'PDF 含有脚本，不能作为发票上传']],
  opening_action: [[{}, 'PDF 含有打开时自动执行的操作，不能作为发票上传']],
  too_many_pages: [[{ found: '10000', limit: 200 }, 'PDF 有 10000 页，不是一张发票（最多 200 页）']],
  too_much_text: [[{}, 'PDF 一页中的文字过多，不是一张发票']],
  timeout: [[{}, '读取 PDF 超时，请检查文件']],
}

describe('why an original is refused', () => {
  test.each(Object.entries(TEXTS))('%s', (reason, cases) => {
    for (const [details, text] of cases)
      expect(refusalText(new OriginalError(reason as OriginalReason, details))).toBe(text)
  })

  const refusalOf = (bytes: Buffer, name: string) =>
    readOriginal(bytes, name).then(
      () => '',
      (error: unknown) => refusalText(error as OriginalError),
    )

  test.each([
    [
      'a total of a million digits',
      eInvoice().replace('>2.12<', `>${'9'.repeat(1_000_000)}<`),
      `价税合计“${'9'.repeat(40)}…”有误：金额格式不正确`,
    ],
    [
      'a number with letters',
      eInvoice().replaceAll('26440000000000100001', '2644X'),
      '发票号码“2644X”有误：格式不正确',
    ],
    [
      'half a surrogate pair',
      eInvoice().replace('>2.12<', `>${'💰'.repeat(50)}<`),
      `价税合计“${'💰'.repeat(40)}…”有误：金额格式不正确`,
    ],
  ])('%s', async (_, xml, text) => {
    expect(await refusalOf(Buffer.from(xml), '发票.xml')).toBe(text)
  })

  test('a field of an OFD by its Chinese name', async () => {
    const ofd = makeOfd(ofdRoot({ ...CUSTOM_DATA, 合计金额: 'NaN' }))
    expect(await refusalOf(ofd, '发票.ofd')).toBe('合计金额“NaN”有误：金额格式不正确')
  })
})

test('figures that contradict each other are named', () => {
  const figures = { amount_without_tax: 22168n, tax_amount: 2681n, total_amount: 24894n }
  expect(figuresFault(figures)).toBe('价税合计 248.94 与金额 221.68、税额 26.81 之和不符')
  expect(figuresFault({ ...figures, total_amount: 24849n })).toBeNull()
  expect(figuresFault(NO_FIELDS)).toBeNull()
})

test('what two sources say differently is named with both values', () => {
  const said = (one: string | bigint, other: string | bigint) =>
    [
      { source: 'page', value: one },
      { source: 'code', value: other },
    ] as const
  expect(differenceText({ field: 'total_amount', said: said(212n, 999n) })).toBe(
    '价税合计不一致：票面为 2.12，二维码为 9.99',
  )
  expect(differenceText({ field: 'invoice_type', said: said('32', '31') })).toBe(
    '发票类型不一致：票面为 数电票(普通)，二维码为 数电票(专用)',
  )
})

test('pages that were not read are named', () => {
  expect(unreadText([], 1)).toBeNull()
  expect(unreadText([2, 3], 4)).toBe('第 2、3 页没有读到发票，如有请单独上传')
  expect(unreadText([], 80)).toBe('共 80 页，只读取了前 50 页')
})
