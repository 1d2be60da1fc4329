import { Input } from 'antd'

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
