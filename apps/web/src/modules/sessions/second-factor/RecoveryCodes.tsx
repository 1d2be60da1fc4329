import { Alert, Button } from 'antd'
import { CopyButton } from './CopyButton.tsx'
import styles from './second-factor.module.css'

/** The new recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join('\n')
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title="请现在保存备用码，离开后不再显示。手机丢失或更换时，用备用码代替动态码登录，每个只能用一次。"
      />
      <ul className={styles.codes} aria-label="备用码">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <CopyButton text={text}>复制</CopyButton>
        <Button onClick={() => save(`片账备用码\n\n${text}\n`)}>下载</Button>
        <Button type="primary" onClick={onDone}>
          已保存，完成
        </Button>
      </div>
    </>
  )
}

function save(text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = '片账备用码.txt'
  link.click()
  // Later, as the browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
