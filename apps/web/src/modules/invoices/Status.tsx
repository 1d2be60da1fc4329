import { Tag } from '../../ui/Tag.tsx'
import { VOIDED } from './words.ts'

interface Props {
  /** 0 passed, 1 failed, 2 not yet checked. */
  status: number
  text: string
  /** Shown instead of the status. */
  voided?: boolean
}

/** 查验状态 by colour and text. */
export const Status = ({ status, text, voided = false }: Props) => (
  <Tag kind={voided ? 'grey' : ((['green', 'red'] as const)[status] ?? 'amber')}>
    {voided ? VOIDED : text}
  </Tag>
)
