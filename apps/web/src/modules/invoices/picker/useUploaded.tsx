import { type CreatedInvoices, type Invoice, MAX_INVOICE_FILES, PASSED } from '@pianzhang/contract/invoices'
import { useEffect, useRef, useState } from 'react'
import { useCan } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { useSave } from '../../../ui/form/useSave.ts'
import { IconReload } from '../../../ui/icons.tsx'
import { codesOf, type FormImage } from '../../../ui/images/images.ts'
import { useUploads } from '../../../ui/images/useUploads.ts'
import { invoices } from '../api.ts'
import { addInvoices } from '../calls.ts'
import { Results } from '../upload/Results.tsx'
import { UploadFiles } from '../upload/UploadFiles.tsx'

const NOTHING: Pick<CreatedInvoices, 'items' | 'refused'> = { items: [], refused: [] }

/** Files that are read as soon as all of them are stored; those that are no usable invoice stay with their reason. */
export function useUploaded(onInvoices: (codes: readonly string[]) => void) {
  const [files, setFiles] = useState<readonly FormImage[]>([])
  const [error, setError] = useState<string | null>(null)
  const [made, setMade] = useState(NOTHING)
  const signal = useUploads()
  const may = useCan()('invoice', 'write')
  const { save, saving } = useSave({
    send: async (codes: readonly string[], key) => {
      const answer = await addInvoices(codes, key)
      await invoices.changed()
      return answer
    },
    onFailed: (failure) => setError(failure.errors[0]?.message ?? failure.message),
  })
  const ready = files.length > 0 && files.every(({ attachment }) => attachment) && error === null
  const read = useRef(async () => {})
  read.current = async () => {
    const answer = await save(codesOf(files))
    if (!answer) return
    setFiles([])
    setMade((old) => ({
      ...answer,
      items: [...old.items, ...answer.items],
      refused: [...old.refused, ...answer.refused],
    }))
    onInvoices(answer.items.filter(({ status }) => status === PASSED).map(({ code }) => code))
  }
  useEffect(() => {
    if (ready) void read.current()
  }, [ready])
  const checked = (invoice: Invoice) => {
    setMade((old) => ({
      ...old,
      items: old.items.map((one) => (one.code === invoice.code ? { ...one, ...invoice } : one)),
    }))
    if (invoice.status === PASSED) onInvoices([invoice.code])
  }
  const open = { ...made, items: made.items.filter(({ status }) => status !== PASSED) }
  return {
    files,
    busy: saving,
    field: may && (
      <>
        <UploadFiles
          files={files}
          most={MAX_INVOICE_FILES}
          onChange={(next) => {
            setError(null)
            setFiles(next)
          }}
          error={error}
          signal={signal}
          busy={saving}
        />
        {error && (
          <Button icon={<IconReload size={14} />} onClick={() => setError(null)}>
            重新识别
          </Button>
        )}
      </>
    ),
    results: open.items.length + open.refused.length > 0 && <Results made={open} onChecked={checked} />,
  }
}
