import { FAILURES } from '@pianzhang/contract/errors'
import { Suspense, useEffect, useState } from 'react'
import { onRemediable } from '../../../platform/api/api.ts'
import { lazyDialog } from '../../../ui/code/lazy.tsx'

const ConfirmDialog = lazyDialog<{ onClose: () => void; onConfirmed: () => void }>(
  () => import('./ConfirmDialog.tsx'),
)

/** Asks for a code when a call lacks one. The call is then sent again; several that lack it at once share the question. */
export function Confirmations() {
  const [waiting, setWaiting] = useState<readonly ((given: boolean) => void)[]>([])
  useEffect(
    () =>
      onRemediable(async ({ code }) =>
        code === FAILURES.secondFactor.code
          ? await new Promise<boolean>((resolve) => setWaiting((others) => [...others, resolve]))
          : false,
      ),
    [],
  )
  const settle = (given: boolean) => {
    for (const resolve of waiting) resolve(given)
    setWaiting([])
  }
  return (
    <Suspense>
      {waiting.length > 0 && <ConfirmDialog onClose={() => settle(false)} onConfirmed={() => settle(true)} />}
    </Suspense>
  )
}
