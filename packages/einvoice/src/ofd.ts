import { type Archive, openArchive } from './archive.ts'
import { OriginalError } from './errors.ts'
import { joined, NO_FIELDS, type OriginalFields, withTotal } from './fields.ts'
import { OFD_ROOT } from './kind.ts'
import { readDrawn } from './ofd-page.ts'
import {
  readAmount,
  readCheckCode,
  readCode,
  readDate,
  readNumber,
  readTax,
  readTaxNo,
  readText,
} from './values.ts'
import { readXmlInvoice } from './xml.ts'
import { readXml } from './xml-reader.ts'

/** The invoice's own data as an attachment of the OFD: `Doc_0/Attachs/original_invoice.xml`, in any document folder. */
const ATTACHED = /(^|\/)attach[^/]*\/(.*\/)?original_invoice\.xml$/

const CAPITALS = /^[（(]?负?[）)]?[零壹贰叁肆伍陆柒捌玖拾佰仟万亿圆元角分整正]+$/

/** The fields of an OFD invoice (GB/T 33190). Its signatures are not verified. Throws `OriginalError`. */
export async function readOfdInvoice(bytes: Buffer): Promise<OriginalFields> {
  const archive = await openArchive(bytes, 'ofd')
  if (!archive.has(OFD_ROOT)) throw new OriginalError('no_ofd_root')
  const custom = readCustomData(await archive.read(OFD_ROOT))
  const attached = await readAttached(archive)
  const drawn = await readDrawn(archive)
  return withTotal(joined(attached ? joined(attached, custom) : custom, drawn))
}

async function readAttached(archive: Archive): Promise<OriginalFields | null> {
  const file = archive.files().find(({ name }) => ATTACHED.test(name))
  return file ? readXmlInvoice(await archive.read(file.name)) : null
}

/** `CustomData` of OFD.xml: the figures that the issuing program wrote beside the page. */
function readCustomData(bytes: Buffer): OriginalFields {
  const values = new Map<string, string>()
  let name = ''
  readXml(bytes, {
    open: (_path, attributes, element) => {
      if (element === 'CustomData') name = attributes.Name?.trim() ?? ''
    },
    close: (path, text) => {
      if (/(^|\/)CustomData$/.test(path) && !values.has(name)) values.set(name, text)
    },
  })
  const value = (key: string) => values.get(key) ?? ''
  return {
    ...NO_FIELDS,
    invoice_number: readNumber(value('发票号码')),
    invoice_code: readCode(value('发票代码')),
    billing_date: readDate('billing_date', value('开票日期')),
    check_code: readCheckCode(value('校验码')),
    amount_without_tax: readAmount('amount_without_tax', value('合计金额')),
    tax_amount: readTax('tax_amount', value('合计税额')),
    // Some programs write it in capitals only (贰佰元整).
    total_amount: CAPITALS.test(value('价税合计')) ? null : readAmount('total_amount', value('价税合计')),
    seller_name: readText('seller_name', value('销售方名称')),
    seller_tax_no: readTaxNo('seller_tax_no', value('销售方纳税人识别号')),
    buyer_name: readText('buyer_name', value('购买方名称')),
    buyer_tax_no: readTaxNo('buyer_tax_no', value('购买方纳税人识别号')),
  }
}
