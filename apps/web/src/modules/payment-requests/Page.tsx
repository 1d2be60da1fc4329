import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useAddress } from '../../platform/address/useAddress.ts'
import { useCan, useProfile } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { MenuCount } from '../../ui/page/MenuCount.tsx'
import { PageTabs } from '../../ui/page/PageTabs.tsx'
import { useDialog } from '../../ui/popup/useDialog.tsx'
import { useReturnFocus } from '../../ui/popup/useReturnFocus.ts'
import { requests } from './api.ts'
import { List } from './List.tsx'
import styles from './requests.module.css'
import { requestSearch, type Tab, tabOf, tabsOf } from './search.ts'
import { useOpened } from './useOpened.ts'
import { countsQuery } from './waiting/counts.ts'

const Request = lazyDialog(() => import('./detail/Request.tsx'))
const Editor = lazyDialog(() => import('./RequestEditor.tsx'))
const Rules = lazyDialog(() => import('./rules/RulesDialog.tsx'))
const Deputy = lazyDialog(() => import('./rules/DeputyDialog.tsx'))
const route = getRouteApi('/in-project/approve')
const TITLE = '付款审批'
const TEXTS: Readonly<Record<Tab, string>> = {
  waiting: '待我审批',
  mine: '我发起的',
  handled: '已处理',
  all: '全部',
}

/** 付款审批: what waits for me, what I asked for, what I have decided; a request is opened over the list. */
export default function RequestsPage() {
  const can = useCan()
  const { search, change } = useAddress(route, requestSearch)
  const active = tabOf(search)
  const [first] = useState(active)
  const { waiting = 0 } = useQuery(countsQuery).data ?? {}
  const request = useOpened(search.code, change)
  useReturnFocus(search.code !== undefined)
  const { dialog, open, close } = useDialog()
  const tabs = (
    <span className={styles.pageTabs}>
      <PageTabs
        label={TITLE}
        tabs={tabsOf(useProfile()).map((key) => ({
          key,
          text: (
            <>
              {TEXTS[key]}
              {key === 'waiting' && <MenuCount of={waiting} />}
            </>
          ),
        }))}
        active={active}
        onChange={(tab) => change(() => ({ tab }))}
        takesFocus={active !== first}
      />
    </span>
  )
  const done = () => {
    close()
    void requests.changed()
  }
  const edit = (code: string | null) => open(<Editor code={code} onClose={done} />)
  return (
    <>
      <List
        key={active}
        tab={active}
        text={TEXTS[active]}
        tabs={tabs}
        head={
          <>
            <Button onClick={() => open(<Rules onClose={done} />)}>审批规则</Button>
            {can('payment_approval', 'write') && (
              <Button onClick={() => open(<Deputy onClose={done} />)}>代理审批</Button>
            )}
          </>
        }
        onOpen={request.open}
        onEdit={edit}
      />
      <Suspense>
        {search.code !== undefined && (
          <Request code={search.code} onClose={request.close} onOpen={request.open} onEdit={edit} />
        )}
      </Suspense>
      {dialog}
    </>
  )
}
