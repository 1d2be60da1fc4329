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
] as const

/** Which amount the QR code of a type has; null for types whose QR code is not known. */
export const codedAmount = (code: string): 'amount_without_tax' | 'total_amount' | null =>
  INVOICE_TYPES.find((type) => type.code === code)?.amount ?? null
