import type { InvoiceFile, InvoiceRow } from '@pianzhang/contract/invoices'
import { queryClient } from '../../platform/query.ts'
import { hasEnded } from '../../ui/files/upload.ts'
import { invoiceQuery } from './api.ts'

export const isPicture = ({ format }: InvoiceFile): boolean => format === 'jpg' || format === 'png'

/** The files with valid links. Links end after an hour; a page that is open for longer loads new ones. */
export async function freshFiles({
  code,
  files,
}: Pick<InvoiceRow, 'code' | 'files'>): Promise<readonly InvoiceFile[]> {
  if (!files.some(({ file_url }) => hasEnded(file_url))) return files
  // A failure has been reported by the call.
  const fresh = await queryClient.fetchQuery(invoiceQuery(code)).catch(() => null)
  return fresh?.files ?? []
}

/** The address of a PDF at the invoice's first page in it, as browsers' viewers take it. */
export const pageLink = ({ file_url, pages: [page] }: InvoiceFile): string =>
  page === undefined ? file_url : `${file_url}#page=${page}`
