import type { RowAction } from '../../table/columns/RowActions.tsx'

/** The action of a card that opens the camera for its record. */
export const addPictures = <R extends { can: { write: boolean } }>(
  what: string,
  row: R,
  onAdd: ((row: R) => void) | undefined,
): RowAction[] => (onAdd && row.can.write ? [{ label: `添加${what}`, onClick: () => onAdd(row) }] : [])
