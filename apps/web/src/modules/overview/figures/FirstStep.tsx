import type { Model } from '@pianzhang/contract/permissions'
import { useNavigate } from '@tanstack/react-router'
import { useCan } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/Button.tsx'
import type { Target } from '../links.ts'

interface Props {
  /** 前往新增费用预算 */
  label: string
  model: Model
  target: Target
  /** The one of the page to take first. */
  leads?: boolean
}

/** What a panel without figures needs first: a way to the page where it is added; nothing without the right to. */
export function FirstStep({ label, model, target, leads }: Props) {
  const mayWrite = useCan()(model, 'write')
  const navigate = useNavigate()
  if (!mayWrite) return null
  return (
    <Button type={leads ? 'primary' : 'outlined'} onClick={() => void navigate(target)}>
      {label}
    </Button>
  )
}
