import type { Attachment } from '@pianzhang/contract/attachments'
import { IconFile } from '../../../ui/icons.tsx'
import { isPicture } from '../../../ui/images/isPicture.ts'
import { LazyPreview } from '../../../ui/images/LazyPreview.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { useDialog } from '../../../ui/popup/useDialog.tsx'
import styles from './detail.module.css'

/** 合同扫描件: pictures open in the viewer, PDFs in a tab of the browser. */
export function Scans({ files }: { files: readonly Attachment[] }) {
  const { dialog, open, close } = useDialog()
  const pictures = files.filter(isPicture)
  return (
    <Panel title="合同扫描件">
      {files.length === 0 ? (
        <p className="faint">暂无扫描件</p>
      ) : (
        <ul className={styles.scans}>
          {files.map((file) => (
            <li key={file.code}>
              {isPicture(file) ? (
                <button
                  type="button"
                  aria-label={`预览${file.file_name}`}
                  onClick={() =>
                    open(<LazyPreview images={pictures} first={pictures.indexOf(file)} onClose={close} />)
                  }
                >
                  <img src={file.thumb_url} alt="" />
                </button>
              ) : (
                <a href={file.file_url} target="_blank" rel="noreferrer" aria-label={`打开${file.file_name}`}>
                  <IconFile size={28} />
                </a>
              )}
              <span title={file.file_name}>{file.file_name}</span>
            </li>
          ))}
        </ul>
      )}
      {dialog}
    </Panel>
  )
}
