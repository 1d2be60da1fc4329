import type { ImportPreview, ImportResult, TemplateAnswer } from '@pianzhang/contract/imports'
import type { Model } from '@pianzhang/contract/permissions'
import { Button, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../platform/api/api.ts'
import type { Progress } from '../../platform/api/stream.ts'
import { serverTime } from '../../platform/clock.ts'
import { useSite } from '../../platform/session/site.ts'
import { readCells } from '../fields/cells.ts'
import { download } from '../files/download.ts'
import { refuse, UploadFailed, uploadFile } from '../files/upload.ts'
import { useUnsavedGuard } from '../form/unsaved.ts'
import { PasteBox, readClipboard } from '../paste/PasteBox.tsx'
import { sheetFile } from '../paste/sheetFile.ts'
import { ask } from '../popup/confirm.tsx'
import { useLayer } from '../popup/layers.ts'
import { toast } from '../popup/toast.ts'
import styles from './ImportDialog.module.css'
import { FileCard } from './ImportFile.tsx'
import { addedText, type ImportLabels, Outcome, startText } from './ImportOutcome.tsx'
import { Running } from './ImportRunning.tsx'
import type { ImportStep } from './importStep.ts'
import { PastedTable } from './PastedTable.tsx'
import { layOut, type PastedCells, pastedName, sheetRows } from './pasted.ts'
import { useDialogPaste } from './useDialogPaste.ts'

type Streamed<T> = (
  attachmentCode: string,
  onProgress: (progress: Progress | null) => void,
  signal: AbortSignal,
) => Promise<T>

/** The calls of `recordsOf` that an import makes. */
export interface Imported {
  model: Model
  sheets: {
    /** Returns the template's URL and columns. */
    template: () => Promise<TemplateAnswer>
    /** Checks the file and writes nothing. */
    preview: Streamed<ImportPreview>
    run: Streamed<ImportResult>
  }
  changed: () => Promise<void>
}

interface Props {
  of: Imported
  labels: ImportLabels
  onClose: () => void
  /** Cells that were pasted on the page. */
  text?: string | undefined
  /** Filters the list by the records of this import and closes the dialog. */
  onShow: (importCode: string) => void
}

/** The link to the failed rows lives ten minutes. */
const LINK_MS = 9 * 60_000

/** Asked on closing the dialog, on changing page or project, and on logging out. An import is one transaction: all rows or none. */
const askAbort = (until: AbortSignal) =>
  ask({
    title: '导入尚未完成，确定中止？',
    text: '离开将中止导入：如已全部写入则保留，否则一行也不会写入，请到列表核对。',
    ok: '中止导入',
    cancel: '继续导入',
    danger: true,
    until,
  })

const words = (error: unknown): string => (error instanceof Error ? error.message : '')

/** Template, file, check, progress, result. The dialog is mounted while it is open. */
export default function ImportDialog({ of, labels, text, onClose, onShow }: Props) {
  const { template, preview, run } = of.sheets
  const phone = useSite()?.hotline
  const [file, setFile] = useState<File | null>(null)
  const [step, setStep] = useState<ImportStep>({ at: 'choose' })
  const [fetching, setFetching] = useState(false)
  /** Null: a file was chosen, or nothing yet. */
  const [pasted, setPasted] = useState<PastedCells | null>(null)
  /** Whether the dialog asks for Ctrl+V. */
  const [asking, setAsking] = useState(false)
  const startButton = useRef<HTMLButtonElement>(null)
  const aborter = useRef(new AbortController())
  /** Aborted when the import has ended, with or without success. */
  const running = useRef(new AbortController())
  useEffect(() => {
    // Created in the effect: StrictMode mounts twice in development.
    aborter.current = new AbortController()
    return () => aborter.current.abort()
  }, [])

  const take = async (selectedFile: File, cells: PastedCells | null = null) => {
    const why = refuse(selectedFile, ['xlsx'])
    setPasted(cells)
    setAsking(false)
    aborter.current.abort()
    setFile(selectedFile)
    if (why) return setStep({ at: 'refused', why })
    aborter.current = new AbortController()
    const { signal } = aborter.current
    setStep({ at: 'upload', percent: 0 })
    try {
      const attachment = await uploadFile(selectedFile, {
        signal,
        onProgress: (share) => setStep({ at: 'upload', percent: Math.round(share * 100) }),
        onRetry: (note) => setStep({ at: 'upload', percent: 0, note }),
      })
      if (!cells) toast.success('上传文件成功')
      await check(attachment.code)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof UploadFailed)) {
        setStep({ at: 'choose' })
        throw error
      }
      setStep({ at: 'refused', why: [error.message, error.why].filter(Boolean).join('：') })
    }
  }

  const takeCells = (cells: PastedCells) =>
    void take(sheetFile(pastedName(serverTime()), sheetRows(cells)), cells)
  const paste = async (copied: string) => {
    const cells = readCells(copied)
    if (cells.length === 0) return setAsking(true)
    // A failure has been reported by the call.
    const answer = await template().catch(() => null)
    if (answer) takeCells(layOut(cells, answer.columns))
  }
  useDialogPaste(text, step.at !== 'upload' && step.at !== 'run', {
    onFile: (selectedFile) => void take(selectedFile),
    onText: (copied) => void paste(copied),
  })

  const check = async (code: string) => {
    const { signal } = aborter.current
    setStep({ at: 'check', code, progress: null })
    try {
      const found = await preview(code, (progress) => setStep({ at: 'check', code, progress }), signal)
      setStep({ at: 'ready', code, preview: found, since: Date.now() })
    } catch (error) {
      if (signal.aborted) return
      // An unreadable file is not retried.
      const again = !(error instanceof ApiError && [413, 415, 422].includes(error.code))
      setStep({ at: 'unchecked', code, why: words(error), again })
    }
  }

  const start = async (code: string, checked: ImportPreview) => {
    const { signal } = aborter.current
    const base = { code, preview: checked }
    const over = new AbortController()
    running.current = over
    setStep({ at: 'run', ...base, progress: null })
    let accepted = false
    const onProgress = (progress: Progress | null) => {
      // The server has accepted the request; the dialog shows its progress.
      if (!accepted) toast.success(`${labels.act ?? '批量新增'}请求成功`)
      accepted = true
      setStep({ at: 'run', ...base, progress })
    }
    try {
      const result = await run(code, onProgress, signal).finally(() => over.abort())
      setStep({ at: 'end', ...base, result, since: Date.now() })
      if (result.status !== 'succeeded') return
      // Also a toast: another dialog may cover this one.
      toast.success(addedText(result.total, labels))
      void of.changed()
    } catch (error) {
      // Rows may have been added before an abort.
      void of.changed()
      if (!signal.aborted) setStep({ at: 'cut', ...base, why: words(error) })
    }
  }

  const guard = useUnsavedGuard(step.at === 'run', { question: () => askAbort(running.current.signal) })
  const close = async () => {
    if (await guard.mayLeave()) onClose()
  }
  useLayer(() => void close())

  const fetchTemplate = async () => {
    setFetching(true)
    try {
      download((await template()).file_url)
    } catch {
      // The failure has been reported by the call.
    } finally {
      setFetching(false)
    }
  }

  const fetchFailedRows = (url: string) => {
    if (step.at !== 'ready' && step.at !== 'end') return
    if (Date.now() - step.since < LINK_MS) return download(url)
    toast.warning('下载链接已过期，正在重新检查文件')
    void check(step.code)
  }

  const startable =
    step.at === 'cut' || (step.at === 'ready' && step.preview.status === 'succeeded') ? step : undefined
  // Enter then starts the import of pasted cells, which need no other hand on the mouse, unless they may be there already.
  const focusStart = pasted !== null && startable?.at === 'ready' && startable.preview.notices.length === 0
  useEffect(() => {
    if (focusStart) startButton.current?.focus()
  }, [focusStart])
  const ended = step.at === 'end' && step.result.status === 'succeeded'
  return (
    <Modal
      open
      centered
      width={pasted ? 1080 : 720}
      title={labels.title}
      onCancel={() => void close()}
      mask={{ closable: false }}
      className={styles.dialog}
      footer={
        <>
          <Button onClick={() => void close()}>{ended ? '关闭' : '取消'}</Button>
          {step.at !== 'run' && !ended && (
            <Button
              ref={startButton}
              type="primary"
              disabled={!startable}
              onClick={() => startable && void start(startable.code, startable.preview)}
            >
              {startText(startable?.preview)}
            </Button>
          )}
        </>
      }
    >
      <FileCard
        file={file}
        step={step}
        fetching={fetching}
        onTemplate={() => void fetchTemplate()}
        onFile={(selectedFile) => void take(selectedFile)}
        onPaste={() => void readClipboard().then(paste)}
      />
      {asking && step.at !== 'run' && (
        <div className={styles.box}>
          <PasteBox onText={(copied) => void paste(copied)} />
        </div>
      )}
      {step.at === 'check' && <Running verb="已检查" label="检查进度" progress={step.progress} />}
      {step.at === 'run' && <Running verb="已处理" label="导入进度" progress={step.progress} />}
      {pasted && step.at !== 'run' && !ended && (
        <PastedTable
          pasted={pasted}
          verdict={step.at === 'end' ? step.result : 'preview' in step ? step.preview : undefined}
          disabled={step.at === 'upload' || step.at === 'check'}
          onChange={takeCells}
        />
      )}
      <Outcome
        step={step}
        marked={pasted !== null}
        of={of.model}
        labels={labels}
        onCheck={(code) => void check(code)}
        onFailedRows={fetchFailedRows}
        onShow={onShow}
      />
      <p className={styles.note}>
        数据量较大时耗时较长，请耐心等待。
        {phone && (
          <>
            <br />
            如有疑问请联系客服：<span className="num">{phone}</span>
          </>
        )}
      </p>
    </Modal>
  )
}
