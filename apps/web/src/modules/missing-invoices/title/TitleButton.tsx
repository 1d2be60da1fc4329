import { useCan } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import { useDialog } from '../../../ui/popup/useDialog.tsx'

const TitleDialog = lazyDialog(() => import('./TitleDialog.tsx'))

/** 开票信息: whom invoices are made out to, for those who may change the project. */
export function TitleButton() {
  const { dialog, open, close } = useDialog()
  const may = useCan()('project', 'write')
  if (!may) return null
  return (
    <>
      <Button onClick={() => open(<TitleDialog onClose={close} />)}>开票信息</Button>
      {dialog}
    </>
  )
}
