/** Replaced by the dialog of approval rules. */
export default function RulesDialog(_props: { onClose(): void }) {
  return null
}
