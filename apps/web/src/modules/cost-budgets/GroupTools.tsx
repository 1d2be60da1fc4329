import { Button } from '../../ui/Button.tsx'
import { BarSwitch } from '../../ui/table/BarSwitch.tsx'
import type { Depth } from './groups.ts'

const DEPTHS = [
  { key: 'one', text: '一级' },
  { key: 'two', text: '二级' },
  { key: 'all', text: '明细' },
] as const

interface Props {
  /** Whether the list is in the order by subject. */
  grouped: boolean
  depth: Depth | undefined
  onDepth: (depth: Depth) => void
  onGroup: () => void
}

/** In the table's bar: how far the groups are open, or what puts the list in the order by subject. */
export const GroupTools = ({ grouped, depth, onDepth, onGroup }: Props) =>
  grouped ? (
    <BarSwitch label="展开到" options={DEPTHS} value={depth} onChange={onDepth} />
  ) : (
    <Button type="text" size="small" onClick={onGroup}>
      按科目小计
    </Button>
  )
