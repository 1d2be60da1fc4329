import { Input } from 'antd'
import { type ReactNode, useState } from 'react'

/** Asks for Ctrl+V where the clipboard could not be read, as on a phone. */
export const PasteBox = ({ onText }: { onText: (text: string) => void }) => (
  <Input.TextArea
    autoFocus
    aria-label="粘贴表格内容"
    placeholder="在 Excel 或 WPS 中复制单元格，再粘贴到这里"
    value=""
    rows={6}
    onChange={(event) => onText(event.target.value)}
  />
)

/** Browsers allow reading the clipboard only over HTTPS and with consent; otherwise ''. */
export const readClipboard = async (): Promise<string> =>
  await (navigator.clipboard?.readText?.() ?? Promise.resolve('')).catch(() => '')

/** 粘贴表格 of a field: `paste` gives `read` what the clipboard has; `box` asks for it where the browser does not. */
export function usePaste(read: (text: string) => void): { paste: () => void; box: ReactNode } {
  const [asking, setAsking] = useState(false)
  const take = (text: string) => {
    const isEmpty = text.trim() === ''
    setAsking(isEmpty)
    if (!isEmpty) read(text)
  }
  return { paste: () => void readClipboard().then(take), box: asking && <PasteBox onText={take} /> }
}
