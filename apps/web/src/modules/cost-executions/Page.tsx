import { PageHead } from '../../ui/Page.tsx'

/** Placeholder until the module is here. */
export default function PaymentsPage() {
  return <PageHead title="付款" />
}
