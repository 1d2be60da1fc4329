import { Suspense, useState } from 'react'
import { useCan } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import { useReturnFocus } from '../../../ui/popup/useReturnFocus.ts'

const TitleDialog = lazyDialog(() => import('./TitleDialog.tsx'))

/** 开票信息: whom invoices are made out to, for those who may change the project. */
export function TitleButton() {
  const [open, setOpen] = useState(false)
  const may = useCan()('project', 'write')
  useReturnFocus(open)
  if (!may) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>开票信息</Button>
      <Suspense>{open && <TitleDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
