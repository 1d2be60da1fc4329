import type { ModalProps } from 'antd'
import { createElement, type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react'
import { useLayer } from '../popup/layers.ts'
import { AgainFooter, type Keeping } from './again/AgainFooter.tsx'
import { submitKey } from './again/submitKey.ts'
import { useUnsavedGuard } from './unsaved.ts'

interface Props {
  /** Whether there are unsaved changes. */
  dirty: boolean
  saving: boolean
  onClose: () => void
  /** Offers 保存并继续. `saved`: how many records were saved so. */
  again?: { saved?: number; keeping?: Keeping } | undefined
}

/**
 * What antd's Modal and the form in it share: 取消, Esc and Back ask before unsaved changes are lost, a save under way cannot be
 * closed, 确定, Enter and Ctrl+S submit the form. Ctrl+Enter does so too, or is 保存并继续 where that is offered.
 */
export function useFormModal({ dirty, saving, onClose, again }: Props) {
  const id = useId()
  const guard = useUnsavedGuard(dirty)
  const close = async () => {
    if (!saving && (await guard.mayLeave())) onClose()
  }
  useLayer(() => void close())
  useKeptFocus(id, saving)
  const entered = useRef(false)
  /** Whether the submit under way is 保存并继续. */
  const stays = useRef(false)
  const submit = (goesOn: boolean) => {
    stays.current = goesOn
    const element = document.getElementById(id)
    if (!saving && element instanceof HTMLFormElement) element.requestSubmit()
  }

  const modal = {
    open: true,
    mask: { closable: false },
    onCancel: () => void close(),
    cancelButtonProps: { disabled: saving },
    confirmLoading: saving,
    // Replaces antd's onClick: the browser submits the form, on a click as on Enter.
    okButtonProps: {
      htmlType: 'submit',
      form: id,
      // Enter in a field clicks this button as well.
      onClick: () => {
        stays.current = false
      },
    },
    ...(again && {
      footer: (_, { OkBtn, CancelBtn }) =>
        createElement(AgainFooter, {
          ...again,
          disabled: saving,
          onAgain: () => submit(true),
          buttons: [createElement(CancelBtn, { key: 'cancel' }), createElement(OkBtn, { key: 'ok' })],
        }),
    }),
    // The focus trap first focuses 关闭, where text typed during the animation would be lost.
    wrapProps: {
      onFocus: () => {
        if (entered.current) return
        entered.current = true
        focusFirst(id)
      },
      onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => {
        const key = submitKey(event)
        if (key) submit(key === 'again' && again !== undefined)
      },
    },
    // The menu that opened the dialog returns the focus to its button while it closes.
    afterOpenChange: (open) => {
      if (open) focusFirst(id)
    },
  } satisfies ModalProps

  return {
    modal,
    /** Props of the form element. `inert` while sending, because text typed then would be lost. */
    form: { id, inert: saving, onKeyDown: keepEnterInCalendar },
    /** Whether the submit under way is 保存并继续. */
    stays,
    /** Closes without asking: everything is saved. */
    finish: () => {
      guard.release()
      onClose()
    },
  }
}

/** Focuses the first field of the form, unless one has the focus. A choice above the fields, such as 科目级别, is no field. */
function focusFirst(id: string): void {
  const form = document.getElementById(id)
  if (form && !form.contains(document.activeElement))
    form.querySelector<HTMLElement>('input:not([type=radio]), textarea')?.focus({ preventScroll: true })
}

/** In a date field Enter accepts the date and does not submit the form. */
function keepEnterInCalendar(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Enter' && (event.target as HTMLElement).closest('.ant-picker')) event.preventDefault()
}

/** `inert` drops the focus: it moves to the submit button while sending, and back after a failed save. */
function useKeptFocus(form: string, inert: boolean): void {
  const before = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const now = document.activeElement
    if (inert) {
      before.current = now
      if (document.getElementById(form)?.contains(now))
        document.querySelector<HTMLElement>(`button[form="${form}"]`)?.focus({ preventScroll: true })
      return
    }
    if (before.current instanceof HTMLElement) before.current.focus()
    before.current = null
  }, [form, inert])
}
