import { Link } from '@tanstack/react-router'
import { useCan } from '../../platform/session/session.ts'

/** A link to the payment that uses an invoice, in the list of payments; text for people who may not read payments. */
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
