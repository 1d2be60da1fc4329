import type { ComponentProps } from 'react'
import { Button } from '../Button.tsx'
import { TextTip } from './TextTip.tsx'
import { toast } from './toast.ts'

interface Props extends Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> {
  /** Why it cannot be used now. */
  refused: string
  children: string
}

/** A button that cannot be used now: says why in a tooltip, and in a message when it is clicked. */
export const RefusedButton = ({ refused, children, ...button }: Props) => (
  <TextTip text={() => refused}>
    <Button
      {...button}
      // Not `disabled`, because the button must be focusable: the reason is for the keyboard too.
      aria-disabled="true"
      aria-label={`${children}：${refused}`}
      onClick={() => toast.warning(refused)}
    >
      {children}
    </Button>
  </TextTip>
)
