import type { getResolvedPDFJS } from 'unpdf'

type PDFJS = Awaited<ReturnType<typeof getResolvedPDFJS>>
export type PdfDocument = Awaited<ReturnType<PDFJS['getDocument']>['promise']>
export type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>
