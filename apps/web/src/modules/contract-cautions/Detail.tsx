import type { Reminder } from '@pianzhang/contract/contract-cautions'
import { Button } from 'antd'
import { IconEdit } from '../../ui/icons.tsx'
import { DetailDialog } from '../../ui/page/DetailDialog.tsx'
import { ReminderFacts } from './ReminderFacts.tsx'

interface Props {
  row: Reminder
  onClose: () => void
  onEdit: () => void
}

/** 提醒详情, opened by a card: on a phone a long content has no room in the list. */
export default function ReminderDetail({ row, onClose, onEdit }: Props) {
  return (
    <DetailDialog
      title="提醒详情"
      width={560}
      onClose={onClose}
      actions={
        row.can.write && (
          <Button icon={<IconEdit size={14} />} onClick={onEdit}>
            编辑
          </Button>
        )
      }
    >
      <ReminderFacts reminder={row} />
    </DetailDialog>
  )
}
