import { invoiceApi } from '@pianzhang/contract/api/base'
import type { Invoice } from '@pianzhang/contract/invoices'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { read } from '../../../platform/api/api.ts'
import { GONE } from '../../../platform/ledger/list.ts'
import { useLayer } from '../../../ui/popup/layers.ts'
import { NotLoaded } from '../../../ui/states/States.tsx'
import { CheckForm } from './CheckForm.tsx'

interface Props {
  code: string
  onClose: () => void
  /** Called with the invoice after each check, while the dialog may stay open. */
  onChecked?: (invoice: Invoice) => void
}

/** Initial values of the form: read each time it opens, and not refetched while it is open. */
const formQuery = (code: string) =>
  queryOptions({
    queryKey: ['invoice_form', code],
    queryFn: ({ signal }) => read(invoiceApi.show, { params: { code }, signal, handled: [GONE] }),
    staleTime: 'static',
    gcTime: 0,
  })

/** 发票查验. */
export default function CheckDialog({ code, onClose, onChecked }: Props) {
  const query = useQuery(formQuery(code))
  const { data } = query
  if (data) return <CheckForm invoice={data} onClose={onClose} onChecked={onChecked} />
  return (
    <Waiting onClose={onClose}>
      <NotLoaded of={query} lines={8} />
    </Waiting>
  )
}

function Waiting({ onClose, children }: { onClose: () => void; children: React.ReactNode }) {
  useLayer(onClose)
  return (
    <Modal open title="发票查验" width={600} footer={null} onCancel={onClose}>
      {children}
    </Modal>
  )
}
