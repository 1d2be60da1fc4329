import { Link } from '@tanstack/react-router'
import { useCan } from '../../../platform/session/session.ts'

interface Props {
  contract: { code: string; out_code: string }
}

/** A contract's number as a link to its page. */
export const ContractNumber = ({ contract: { code, out_code } }: Props) => (
  <Link to="/contract/detail" search={{ code }} className="num" title={out_code}>
    {out_code}
  </Link>
)

/** The same for records of other modules, whose readers may lack the right to read contracts. */
export function ContractLink({ contract }: Props) {
  return useCan()('contract', 'read') ? (
    <ContractNumber contract={contract} />
  ) : (
    <span className="num">{contract.out_code}</span>
  )
}
