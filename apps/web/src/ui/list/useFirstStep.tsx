import type { Model } from '@pianzhang/contract/permissions'
import type { FunctionComponent, ReactNode } from 'react'
import { useCan } from '../../platform/session/session.ts'
import { Button } from '../Button.tsx'
import { lazyDialog } from '../code/lazy.tsx'
import { IconPlus } from '../icons.tsx'
import type { Imported } from '../import/ImportDialog.tsx'
import type { ImportLabels } from '../import/ImportOutcome.tsx'
import { useDialog } from '../popup/useDialog.tsx'
import { Steps } from '../states/States.tsx'
import { ImportButton } from './FileButtons.tsx'

const ImportDialog = lazyDialog(() => import('../import/ImportDialog.tsx'))

interface Parts<C> {
  /** 新增付款明细 */
  add: string
  Form: FunctionComponent<{ of: C; row: null; filter: object; onClose: () => void }>
  /** Texts of 批量新增. */
  imports: ImportLabels
  /** Shows the records of an import. */
  onShow: (import_code: string) => void
  /** Whether another button of the page is the one to press first. */
  second?: boolean
}

/**
 * The first step for statistics without any figures: a new record or an import. `steps` are its buttons, none without the right to write;
 * `dialogs` belong outside of what the buttons are in, as that goes away with the first record, and a dialog may stay open after it.
 */
export function useFirstStep<C extends Imported & { model: Model }>(
  records: C,
  { add, Form, imports, onShow, second = false }: Parts<C>,
): { steps: ReactNode; dialogs: ReactNode } {
  const mayWrite = useCan()(records.model, 'write')
  const { dialog: dialogs, open, close } = useDialog()
  const showImport = (import_code: string) => {
    close()
    onShow(import_code)
  }
  return {
    steps: mayWrite && (
      <Steps>
        <Button
          type={second ? 'outlined' : 'primary'}
          icon={<IconPlus size={14} />}
          onClick={() => open(<Form of={records} row={null} filter={{}} onClose={close} />)}
        >
          {add}
        </Button>
        <ImportButton
          onClick={() =>
            open(<ImportDialog of={records} labels={imports} onClose={close} onShow={showImport} />)
          }
        />
      </Steps>
    ),
    dialogs,
  }
}
