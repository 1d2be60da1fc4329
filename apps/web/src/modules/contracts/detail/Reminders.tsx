import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCan } from '../../../platform/session/session.ts'
import { count } from '../../../ui/count.ts'
import { Panel } from '../../../ui/page/Panel.tsx'
import list from '../../../ui/page/record/History.module.css'
import { NotLoaded } from '../../../ui/states/States.tsx'
import { remindersQuery } from './api.ts'

/** 合同提醒: the first ones, and the way to all of the contract. */
export function Reminders({ code }: { code: string }) {
  const mayRead = useCan()('contract_caution', 'read')
  const query = useQuery({ ...remindersQuery(code), enabled: mayRead })
  const { data } = query
  if (!mayRead) return null
  return (
    <Panel
      title="合同提醒"
      label="本合同的提醒"
      head={
        <Link to="/contract/ContractCautions" search={{ contract_code: code }}>
          {data && data.listTotal > 0 ? `查看全部 ${count(data.listTotal)} 条` : '前往合同消息提醒'}
        </Link>
      }
    >
      {data ? (
        data.items.length === 0 ? (
          <p className="faint">暂无提醒</p>
        ) : (
          <ul className={list.entries}>
            {data.items.map((one) => (
              <li key={one.code}>
                <span className="num">
                  {one.start_at === one.end_at ? one.start_at : `${one.start_at} – ${one.end_at}`}
                </span>
                <span>
                  {one.category.category_i18n}
                  {one.mode.mode_i18n && `（${one.mode.mode_i18n}）`} {one.remark}
                </span>
              </li>
            ))}
          </ul>
        )
      ) : (
        <NotLoaded of={query} lines={2} />
      )}
    </Panel>
  )
}
