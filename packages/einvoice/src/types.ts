/** 电子发票（铁路电子客票） and 电子发票（航空运输电子客票行程单）. */
export const RAIL = '51'
export const AIR = '61'
/** A document that is no tax invoice, or a ticket without an electronic original. */
export const OTHER = '99'
/** Before 2018 the QR code of an electronic invoice had the type 51, which is a railway ticket's since 2024. */
export const EARLY_ELECTRONIC = { coded: RAIL, type: '10' } as const

/** Types of VAT invoices by the code in their QR code; `amount`: which amount that QR code has. */
export const INVOICE_TYPES = [
  { code: '01', label: '增值税专用发票', amount: 'amount_without_tax' },
  { code: '04', label: '增值税普通发票', amount: 'amount_without_tax' },
  { code: '08', label: '电子专用发票', amount: 'amount_without_tax' },
  { code: '10', label: '电子普通发票', amount: 'amount_without_tax' },
  { code: '11', label: '增值税普通发票(卷式)', amount: 'amount_without_tax' },
  { code: '14', label: '通行费发票', amount: 'amount_without_tax' },
  { code: '03', label: '机动车销售发票', amount: 'amount_without_tax' },
  { code: '31', label: '数电票(专用)', amount: 'total_amount' },
  { code: '32', label: '数电票(普通)', amount: 'total_amount' },
  { code: RAIL, label: '铁路电子客票', amount: 'total_amount' },
  { code: AIR, label: '航空电子客票行程单', amount: 'total_amount' },
] as const

export const isListed = (code: string): boolean => INVOICE_TYPES.some((type) => type.code === code)

/** Which amount the QR code of a type has; null for types whose QR code is not known. */
export const codedAmount = (code: string): 'amount_without_tax' | 'total_amount' | null =>
  INVOICE_TYPES.find((type) => type.code === code)?.amount ?? null
