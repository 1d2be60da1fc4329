import { Link } from '@tanstack/react-router'
import { useCan } from '../../platform/session/session.ts'

/** The payment that uses an invoice: its row in the payments' list. Text for those who may not read payments. */
export function PaymentLink({ code }: { code: string }) {
  const may = useCan()
  if (!may('cost_execution', 'read')) return <span className="num">{code}</span>
  return (
    <Link
      to="/implement/cost"
      search={{ activeName: 'second', keywords: code }}
      className="num"
      aria-label={`查看付款 ${code}`}
    >
      {code}
    </Link>
  )
}
