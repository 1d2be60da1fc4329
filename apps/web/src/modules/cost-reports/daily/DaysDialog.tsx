import type { ShootingDays } from '@pianzhang/contract/cost-report'
import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { queryClient } from '../../../platform/query.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { LinesItem } from '../../../ui/form/items/lines.tsx'
import { faultRule } from '../../../ui/form/rules.ts'
import { useLayer } from '../../../ui/popup/layers.ts'
import { NotLoaded } from '../../../ui/states/States.tsx'
import { reportChanged, saveDays, shootingDaysQuery } from '../api.ts'
import { AddingField, DaysField } from './DaysField.tsx'
import {
  type Adding,
  type DaysValues,
  daysFault,
  NO_DAYS,
  type TypedDay,
  typedDays,
  withAdding,
} from './days.ts'

const Item = basicItems<DaysValues>()
const valuesOf = (days: ShootingDays): DaysValues => ({ items: typedDays(days), adding: NO_DAYS })

/** Chosen days are this person's alone, so a colleague's save says nothing of them. */
const mergedAdding = (name: string, label: string) => ({
  names: [name] as [string],
  label,
  canonical: ({ adding }: Readonly<Record<string, unknown>>) => JSON.stringify(adding),
  text: () => '',
})

/** 拍摄日. */
export default function DaysDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(shootingDaysQuery)
  const { data } = query
  if (data) return <Days days={data} onClose={onClose} />
  return (
    <Waiting onClose={onClose}>
      <NotLoaded of={query} lines={6} />
    </Waiting>
  )
}

function Waiting({ onClose, children }: { onClose: () => void; children: React.ReactNode }) {
  useLayer(onClose)
  return (
    <Modal open title="拍摄日" width={640} onCancel={onClose} footer={null}>
      {children}
    </Modal>
  )
}

function Days({ days, onClose }: { days: ShootingDays; onClose: () => void }) {
  const mayWrite = days.can.write
  return (
    <FormDialog<DaysValues, Awaited<ReturnType<typeof saveDays>>, ShootingDays>
      title="拍摄日"
      width={640}
      initial={valuesOf(days)}
      edited={{
        record: days,
        latest: () => queryClient.fetchQuery({ ...shootingDaysQuery, staleTime: 0 }),
        valuesOf,
      }}
      nothing={() => !mayWrite}
      send={({ items, adding }, key, version) =>
        saveDays(
          {
            items: (withAdding(items, adding).days ?? items).map(({ day, day_no, remark }) => ({
              day,
              day_no: Number(day_no),
              remark: remark.trim(),
            })),
            version,
          },
          key,
        )
      }
      onSaved={reportChanged}
      onClose={onClose}
    >
      {mayWrite && (
        <Item.Own
          name="adding"
          label="新增拍摄日"
          merged={mergedAdding}
          validateTrigger="onSubmit"
          rules={[
            ({ getFieldValue }) =>
              faultRule((adding: Adding) => withAdding(getFieldValue('items') as TypedDay[], adding).fault),
          ]}
        >
          <AddingField />
        </Item.Own>
      )}
      <LinesItem<TypedDay>
        label="拍摄日"
        unit="天"
        keyOf={({ day }) => day}
        contentOf={({ day, day_no, remark }) => `${day} ${day_no.trim()} ${remark.trim()}`}
        textOf={({ day, day_no, remark }) => `${day} 第${day_no}天 ${remark}`.trim()}
        fault={(lines, read) => daysFault(withAdding(lines, read('adding') as Adding).days ?? lines)}
      >
        <DaysField disabled={!mayWrite} />
      </LinesItem>
    </FormDialog>
  )
}
