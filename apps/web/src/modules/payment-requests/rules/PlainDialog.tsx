import type { ApprovalRules } from '@pianzhang/contract/payment-requests'
import type { UseQueryResult } from '@tanstack/react-query'
import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { useLayer } from '../../../ui/popup/layers.ts'
import { NotLoaded } from '../../../ui/states/States.tsx'

interface Props {
  title: string
  width: number
  of: Pick<UseQueryResult<ApprovalRules>, 'data' | 'error' | 'isFetching' | 'refetch'>
  onClose: () => void
  children: (rules: ApprovalRules) => ReactNode
}

/** What the rules say, to read; also while they are loading. */
export function PlainDialog({ title, width, of, onClose, children }: Props) {
  useLayer(onClose)
  return (
    <Modal open title={title} width={width} footer={null} onCancel={onClose}>
      {of.data ? children(of.data) : <NotLoaded of={of} lines={6} />}
    </Modal>
  )
}
