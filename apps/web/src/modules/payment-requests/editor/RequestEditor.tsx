/** Replaced by the editor of payment requests. */
export default function RequestEditor(_props: { code: string | null; onClose(): void }) {
  return null
}
