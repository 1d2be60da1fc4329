import type { Contract } from '@pianzhang/contract/contracts'
import type { RowAction } from '../../ui/table/columns/RowActions.tsx'

/** 补充协议 of this contract; one at most. */
export const supplementOf = (row: Contract) => row.supplements_contracts[0]

export interface ContractActions {
  onEdit: (contract: Contract) => void
  onLink: (contract: Contract) => void
  onUnlink: (contract: Contract) => void
  /** Opens a new contract with the values of this one; undefined where the person may not add any. */
  onCopy?: ((contract: Contract) => void) | undefined
  /** Absent where a contract cannot be deleted. */
  onDelete?: (contract: Contract) => void
  /** What is done next with the contract. */
  stepsOf: (contract: Contract) => RowAction[]
}

/** What this person may do with the contract now. */
export function actionsOf(
  row: Contract,
  { onEdit, onLink, onUnlink, onCopy, onDelete, stepsOf }: ContractActions,
): RowAction[] {
  const actions: RowAction[] = []
  if (row.can.write) {
    actions.push({ label: '编辑', onClick: () => onEdit(row) })
    if (supplementOf(row)) actions.push({ label: '取消关联', onClick: () => onUnlink(row) })
    // A supplement cannot have a supplement of its own.
    else if (!row.supplemented_contract) actions.push({ label: '关联补充协议', onClick: () => onLink(row) })
  }
  if (row.can.delete && onDelete) actions.push({ label: '删除', danger: true, onClick: () => onDelete(row) })
  // Like the next steps in the menu of the row, as there is no room for all.
  if (onCopy) actions.push({ label: '复制', more: true, onClick: () => onCopy(row) })
  return [...actions, ...stepsOf(row)]
}
