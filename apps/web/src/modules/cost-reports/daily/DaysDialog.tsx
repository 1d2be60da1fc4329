import type { ShootingDays } from '@pianzhang/contract/cost-report'
import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { queryClient } from '../../../platform/query.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { useLayer } from '../../../ui/popup/layers.ts'
import { TextSkeleton } from '../../../ui/states/Loading.tsx'
import { Failed } from '../../../ui/states/States.tsx'
import { reportChanged, saveDays, shootingDaysQuery } from '../api.ts'
import { DaysField } from './DaysField.tsx'
import { daysFault, type TypedDay, typedDays } from './days.ts'

interface Values {
  items: TypedDay[]
}
const Item = basicItems<Values>()

const listOf = (values: Readonly<Record<string, unknown>>): readonly TypedDay[] =>
  (values.items as readonly TypedDay[] | undefined) ?? []
/** Days are merged one by one when a colleague saved first. */
const merged = (name: string, label: string) => ({
  names: [name] as [string],
  label,
  canonical: (values: Readonly<Record<string, unknown>>) => JSON.stringify(listOf(values)),
  text: (values: Readonly<Record<string, unknown>>) => `${listOf(values).length} 天`,
  entryKey: ({ day, day_no, remark }: TypedDay) => `${day} ${day_no} ${remark}`,
})

/** 拍摄日. */
export default function DaysDialog({ onClose }: { onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(shootingDaysQuery)
  if (data) return <Days days={data} onClose={onClose} />
  return (
    <Waiting onClose={onClose}>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <TextSkeleton lines={6} />
      )}
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
    <FormDialog<Values, Awaited<ReturnType<typeof saveDays>>, ShootingDays>
      title="拍摄日"
      width={640}
      initial={{ items: typedDays(days) }}
      edited={{
        record: days,
        latest: () => queryClient.fetchQuery({ ...shootingDaysQuery, staleTime: 0 }),
        valuesOf: (record) => ({ items: typedDays(record) }),
      }}
      nothing={() => !mayWrite}
      send={({ items }, key, version) =>
        saveDays(
          {
            items: items.map(({ day, day_no, remark }) => ({
              day,
              day_no: Number(day_no),
              remark: remark.trim(),
            })),
            version,
          },
          key,
        )
      }
      fieldOf={(field) => (field.startsWith('items') ? 'items' : field)}
      onSaved={reportChanged}
      onClose={onClose}
    >
      <Item.Own
        name="items"
        label="拍摄日"
        merged={merged as never}
        validateTrigger="onSubmit"
        rules={[
          {
            validator: async (_: unknown, items: TypedDay[]) => {
              const fault = daysFault(items)
              if (fault) throw new Error(fault)
            },
          },
        ]}
      >
        <DaysField disabled={!mayWrite} />
      </Item.Own>
    </FormDialog>
  )
}
