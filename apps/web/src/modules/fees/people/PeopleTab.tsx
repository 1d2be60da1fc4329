import { DECLARATIONS } from '@pianzhang/contract/fees'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAddress } from '../../../platform/address/useAddress.ts'
import { useCan } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import { downloadExport } from '../../../ui/files/download.ts'
import { IconDownload } from '../../../ui/icons.tsx'
import { RecordCard } from '../../../ui/list/cards/RecordCard.tsx'
import { RecordList } from '../../../ui/list/RecordList.tsx'
import { useFilteredList } from '../../../ui/list/useFilteredList.tsx'
import { CARDS, useMedia } from '../../../ui/page/useMedia.ts'
import { Menu } from '../../../ui/popup/Menu.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import { useDialog } from '../../../ui/popup/useDialog.tsx'
import { actionsColumn, numberColumn, textColumn } from '../../../ui/table/columns/columns.tsx'
import type { RowAction } from '../../../ui/table/columns/RowActions.tsx'
import { currentMonth, declarationFile, type PersonRow, people } from '../api.ts'
import { amountColumns } from '../columns.tsx'
import styles from '../fees.module.css'
import { Month, monthFilter } from '../monthFilter.tsx'
import { feeSearch } from '../search.ts'
import { taxSums } from '../sums.ts'

const Statement = lazyDialog(() => import('./Statement.tsx'))
const route = getRouteApi('/in-project/tax/labor')
const KEYWORDS = { label: '收款人', placeholder: '收款人名称或拼音首字母' }
const nameOf = ({ payee }: PersonRow): string => payee.name
const usePeople = () => useFilteredList(route, people)
const SUMS = taxSums<PersonRow, NonNullable<ReturnType<typeof usePeople>['data']>>(
  { name: 'gross', text: '税前收入' },
  '人',
)

/** 当月汇总: the fees of a month by person, as they are declared. */
export default function PeopleTab({ tabs }: { tabs: ReactNode }) {
  const view = usePeople()
  const { change } = useAddress(route, feeSearch)
  const mayWrite = useCan()('labor_tax', 'write')
  const { dialog: dialogs, open, close } = useDialog()
  const { search, goTo, data } = view
  const month = search.month ?? currentMonth()
  const cards = useMedia(CARDS)
  const ofMonth = {
    month: search.month,
    onChange: (next: string | undefined) => goTo({ month: next, page: undefined }),
  }
  const actionsOf = (row: PersonRow): RowAction[] => [
    {
      label: '明细',
      onClick: () => change(() => ({ month: search.month, payee_code: row.payee.code })),
    },
    { label: '打印', onClick: () => open(<Statement month={month} row={row} onClose={close} />) },
  ]
  return (
    <RecordList
      of={{ ...view, dialogs }}
      title="劳务个税"
      label="当月汇总"
      paper={`${month} 劳务个税当月汇总`}
      tabs={tabs}
      tab="people"
      filters={{
        keywords: KEYWORDS,
        filters: cards ? [] : [monthFilter(ofMonth)],
      }}
      tools={<span className={styles.hint}>{data?.hint}</span>}
      head={cards && <Month {...ofMonth} />}
      files={mayWrite && <Declaration month={month} total={view.stale ? undefined : data?.listTotal} />}
      columns={[
        textColumn<PersonRow>('payee', '收款人', nameOf, { width: 104, fixed: 'start' }),
        textColumn<PersonRow>('id_type', '证件类型', ({ id_type_i18n }) => id_type_i18n, { least: 96 }),
        numberColumn<PersonRow>('id_number', '证件号码', ({ id_number }) => id_number, { width: 160 }),
        numberColumn<PersonRow>('count', '笔数', ({ count }) => String(count), { width: 56, align: 'right' }),
        ...amountColumns<PersonRow>(110, true),
        actionsColumn<PersonRow>(96, nameOf, actionsOf),
      ]}
      card={(row) => (
        <RecordCard
          key={row.code}
          rowKey={row.code}
          of={nameOf(row)}
          title={nameOf(row)}
          amount={row.gross_yuan}
          amountNote="税前"
          meta={[
            `${row.id_type_i18n} ${row.id_number}`,
            `${row.count} 笔`,
            { label: '预扣税额', amount: row.tax_yuan },
            { label: '实发', amount: row.net_yuan },
          ]}
          actions={actionsOf(row)}
        />
      )}
      rowLabel={nameOf}
      sums={SUMS}
      empty={`${month} 还没有劳务记录。`}
    />
  )
}

/** The files for 自然人电子税务局: one for each of its forms. */
function Declaration({ month, total }: { month: string; total: number | undefined }) {
  const take = (form: string) => {
    if (total === 0) return toast.warning('没有可导出的数据')
    void downloadExport(() => declarationFile(month, form), '开始导出，文件含完整证件号码，请妥善保管')
  }
  return (
    <Menu
      align="end"
      items={DECLARATIONS.map(({ code, label }) => ({ key: code, label: `${label}申报表` }))}
      onChoose={take}
    >
      {(button) => (
        <Button {...button} icon={<IconDownload size={14} />} title="用于导入自然人电子税务局（扣缴端）">
          导出申报表
        </Button>
      )}
    </Menu>
  )
}
