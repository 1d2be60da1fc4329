import { FAILURES } from '@pianzhang/contract/errors'
import { type CreatedInvoices, type Invoice, MAX_INVOICE_FILES } from '@pianzhang/contract/invoices'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import type { ApiError } from '../../../platform/api/api.ts'
import { fileNames } from '../../../ui/files/upload.ts'
import { useFormModal } from '../../../ui/form/useFormModal.ts'
import { useSave } from '../../../ui/form/useSave.ts'
import { codesOf, type FormImage } from '../../../ui/images/images.ts'
import { useUploads } from '../../../ui/images/useUploads.ts'
import { invoices } from '../api.ts'
import { addInvoices } from '../calls.ts'
import { Results } from './Results.tsx'
import { UploadFiles } from './UploadFiles.tsx'

const EMPTY = '请上传发票文件'

interface Props {
  onClose: () => void
  /** Begins the payment that a verified invoice is linked to; absent: not offered. */
  onPay?: (invoice: Invoice) => void
}

/** 上传发票: files, then what was read from each. */
export default function UploadDialog({ onClose, onPay }: Props) {
  const [files, setFiles] = useState<readonly FormImage[]>([])
  const [error, setError] = useState<string | null>(null)
  const [results, setResults] = useState<CreatedInvoices | null>(null)
  const uploads = useUploads()
  const { save, saving } = useSave({
    send: async (codes: readonly string[], key) => {
      const made = await addInvoices(codes, key)
      await invoices.changed()
      return made
    },
    onFailed: (failure: ApiError) => {
      if (failure.code !== FAILURES.invalid.code) return
      const refused = new Map(failure.errors.map(({ field, message }) => [field, message]))
      const whyOf = (index: number) => refused.get(`attachment_codes[${index}]`)
      if (files.some((_, index) => whyOf(index) !== undefined))
        // The file itself is refused, so it can only be removed.
        setFiles((old) =>
          old.map((file, index) => {
            const error = whyOf(index)
            return error === undefined ? file : { ...file, attachment: undefined, error }
          }),
        )
      else setError(failure.errors[0]?.message ?? failure.message)
    },
  })
  const { modal, form, finish } = useFormModal({ dirty: files.length > 0 && !results, saving, onClose })

  const change = (next: (old: readonly FormImage[]) => readonly FormImage[]) => {
    setError(null)
    setFiles(next)
  }
  const submit = async () => {
    if (results) return finish()
    const fault = faultOf(files)
    if (fault) return setError(fault)
    const made = await save(codesOf(files))
    if (made) setResults(made)
  }
  const again = () => {
    setResults(null)
    setFiles([])
  }
  const replace = (checked: Invoice) =>
    setResults(
      (old) =>
        old && {
          ...old,
          items: old.items.map((one) => (one.code === checked.code ? { ...one, ...checked } : one)),
        },
    )

  return (
    <Modal
      {...modal}
      title="上传发票"
      width={640}
      okText={results ? '完成' : '确定'}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          {results ? <Button onClick={again}>继续上传</Button> : <CancelBtn />}
          <OkBtn />
        </>
      )}
    >
      <form
        {...form}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {results ? (
          <Results made={results} onChecked={replace} onPay={onPay} />
        ) : (
          <UploadFiles
            files={files}
            most={MAX_INVOICE_FILES}
            onChange={change}
            error={error}
            signal={uploads}
            busy={saving}
          />
        )}
      </form>
    </Modal>
  )
}

/** Why the files cannot be sent yet. */
function faultOf(files: readonly FormImage[]): string | undefined {
  const failed = files.filter((file) => file.error !== undefined).map(({ name }) => name)
  if (files.length === 0) return EMPTY
  if (failed.length > 0) return `${fileNames(failed)}未上传成功，请重试或移除`
  if (files.some(({ attachment }) => !attachment)) return '文件正在上传，请稍候'
  return undefined
}
