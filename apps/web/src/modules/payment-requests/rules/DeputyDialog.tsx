/** Replaced by the dialog of approval rules. */
export default function DeputyDialog(_props: { onClose(): void }) {
  return null
}
