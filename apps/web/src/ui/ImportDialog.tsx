import type { ImportResult } from '@pianzhang/contract/imports'
import { Button, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { Progress } from '../app/api.ts'
import { ask } from './confirm.tsx'
import styles from './ImportDialog.module.css'
import { addedText, FileCard, Outcome, Running } from './ImportParts.tsx'
import { toast } from './toast.ts'
import { refuse, UPLOAD_TEXTS, uploadFile } from './upload.ts'

/** How far the import is. One file runs at most once on the server, so a run that was cut off may be repeated with the same file. */
export type ImportStep =
  | { at: 'choose' }
  | { at: 'upload'; percent: number; note?: string }
  | { at: 'ready'; code: string }
  | { at: 'run'; code: string; progress: Progress | null }
  | { at: 'cut'; code: string; why: string }
  | { at: 'end'; result: ImportResult }

interface Props {
  /** 批量新增付款明细 */
  title: string
  onClose: () => void
  /** Answers where the template is. */
  template: () => Promise<string>
  run: (
    attachmentCode: string,
    onProgress: (progress: Progress) => void,
    signal: AbortSignal,
  ) => Promise<ImportResult>
  /** Rows were added, or may have been before the run was broken off: load anew what shows them. */
  onAdded: () => void
  phone: string | undefined
}

/** Template, file, progress, result. The dialog is mounted while it is open. */
export function ImportDialog({ title, onClose, template, run, onAdded, phone }: Props) {
  const [file, setFile] = useState<File | null>(null)
  const [step, setStep] = useState<ImportStep>({ at: 'choose' })
  const [fetching, setFetching] = useState(false)
  const aborter = useRef(new AbortController())
  useEffect(() => {
    // Made anew, for React mounts twice while developing.
    aborter.current = new AbortController()
    return () => aborter.current.abort()
  }, [])

  const take = async (chosen: File) => {
    const why = refuse(chosen, ['xlsx'])
    if (why) return toast.error(why)
    aborter.current.abort()
    aborter.current = new AbortController()
    const { signal } = aborter.current
    setFile(chosen)
    setStep({ at: 'upload', percent: 0 })
    try {
      const attachment = await uploadFile(chosen, {
        signal,
        onProgress: (share) => setStep({ at: 'upload', percent: Math.round(share * 100) }),
        onRetry: (attempt) => setStep({ at: 'upload', percent: 0, note: UPLOAD_TEXTS.again(attempt) }),
      })
      setStep({ at: 'ready', code: attachment.code })
      toast.success('上传文件成功')
    } catch (error) {
      if (signal.aborted) return
      setFile(null)
      setStep({ at: 'choose' })
      toast.error(
        error instanceof Error && /[\u4e00-\u9fff]/.test(error.message)
          ? `${UPLOAD_TEXTS.failed(chosen.name)}：${error.message}`
          : UPLOAD_TEXTS.failed(chosen.name),
      )
    }
  }

  const start = async (code: string) => {
    const { signal } = aborter.current
    setStep({ at: 'run', code, progress: null })
    try {
      const result = await run(code, (progress) => setStep({ at: 'run', code, progress }), signal)
      setStep({ at: 'end', result })
      if (result.status === 'succeeded') {
        // Said aloud as well: the question whether to close may lie over the dialog.
        toast.success(addedText(result.total))
        onAdded()
      }
    } catch (error) {
      onAdded()
      if (!signal.aborted) setStep({ at: 'cut', code, why: error instanceof Error ? error.message : '' })
    }
  }

  const close = async () => {
    if (step.at === 'run') {
      const leave = await ask({
        title: '导入正在进行，确定关闭？',
        text: '关闭会中断导入：已写完的会全部保留，未写完的不会写入，请到列表核对。',
        ok: '关闭',
        cancel: '继续导入',
        danger: true,
      })
      if (!leave) return
    }
    onClose()
  }

  const fetchTemplate = async () => {
    setFetching(true)
    try {
      // A link of its own and no window.open: a pop-up blocker would stop what comes after a call.
      const link = document.createElement('a')
      link.href = await template()
      link.download = ''
      link.click()
    } catch {
      // Shown already.
    } finally {
      setFetching(false)
    }
  }

  const code = step.at === 'ready' || step.at === 'cut' ? step.code : undefined
  const ended = step.at === 'end' && step.result.status === 'succeeded'
  return (
    <Modal
      open
      centered
      width={720}
      title={title}
      onCancel={() => void close()}
      mask={{ closable: false }}
      className={styles.dialog}
      footer={
        <>
          <Button onClick={() => void close()}>{ended ? '关闭' : '取消'}</Button>
          {step.at !== 'run' && !ended && (
            <Button type="primary" disabled={!code} onClick={() => code && void start(code)}>
              开始导入
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
        onFile={(chosen) => void take(chosen)}
      />
      {step.at === 'run' && <Running progress={step.progress} />}
      <Outcome step={step} />
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
