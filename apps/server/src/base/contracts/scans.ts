import { recordFiles } from '../attachments/record-files.ts'

/** A scan is a PDF or a picture. */
export const SCANS = {
  kinds: ['pdf', 'png', 'jpg'],
  missing: '合同扫描件不存在，请重新上传',
  wrongKind: '合同扫描件须为 PDF 或图片',
}

/** The scans of contracts. */
export const scanFiles = recordFiles('contract_attachments', 'contract_id')
