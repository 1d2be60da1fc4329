import { Link } from '@tanstack/react-router'
import { useCan } from '../../platform/session/session.ts'
import type { DataColumn } from '../../ui/table/column.ts'
import { NOTHING } from '../../ui/table/columns/columns.tsx'

interface Props {
  contract: { code: string; out_code: string }
}

/** A contract's number as a link to its page. */
export const ContractNumber = ({ contract: { code, out_code } }: Props) => (
  <Link to="/contract/detail" search={{ code }} className="num" title={out_code}>
    {out_code}
  </Link>
)

/** A contract's number for records of other modules: plain text for readers without the right to read contracts. */
export function ContractLink({ contract }: Props) {
  return useCan()('contract', 'read') ? (
    <ContractNumber contract={contract} />
  ) : (
    <span className="num">{contract.out_code}</span>
  )
}

/** The contract that a record refers to; `none`: text for a record without a contract. */
export const contractColumn = <R,>(
  contractOf: (row: R) => Props['contract'] | null,
  shape: { width: number; fixed?: 'start' },
): DataColumn<R> => ({
  key: 'contract',
  title: '合同编号',
  ...shape,
  text: (row) => contractOf(row)?.out_code ?? '',
  unbroken: true,
  render: (row) => {
    const contract = contractOf(row)
    return contract ? <ContractLink contract={contract} /> : NOTHING
  },
})
