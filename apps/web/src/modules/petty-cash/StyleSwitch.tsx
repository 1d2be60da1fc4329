import { BarSwitch } from '../../ui/table/BarSwitch.tsx'

const STYLES = [
  { key: 'full', text: '完整' },
  { key: 'simple', text: '简洁' },
] as const
export type Style = (typeof STYLES)[number]['key']

/** 完整 / 简洁: with or without the columns of vouchers. */
export const StyleSwitch = ({ value, onChange }: { value: Style; onChange: (style: Style) => void }) => (
  <BarSwitch label="显示样式" options={STYLES} value={value} onChange={onChange} />
)
