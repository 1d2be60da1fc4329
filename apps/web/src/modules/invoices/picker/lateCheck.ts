import { lazyDialog } from '../../../ui/code/lazy.tsx'

/** 发票查验 over another page's form. */
export const CheckInvoice = lazyDialog(() => import('../check/CheckDialog.tsx'))
