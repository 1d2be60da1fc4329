import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useAddress } from '../../platform/address/useAddress.ts'
import { useCan, useProfile } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { count } from '../../ui/count.ts'
import { PageTabs } from '../../ui/page/PageTabs.tsx'
import { useReturnFocus } from '../../ui/popup/useReturnFocus.ts'
import { requests } from './api.ts'
import { List } from './List.tsx'
import styles from './requests.module.css'
import { requestSearch, type Tab, tabOf, tabsOf } from './search.ts'
import { useOpened } from './useOpened.ts'
import { countsQuery } from './waiting/counts.ts'

const Request = lazyDialog(() => import('./detail/Request.tsx'))
const Editor = lazyDialog<{ code: string | null; onClose: () => void }>(() => import('./RequestEditor.tsx'))
const Rules = lazyDialog<{ onClose: () => void }>(() => import('./rules/RulesDialog.tsx'))
const Deputy = lazyDialog<{ onClose: () => void }>(() => import('./rules/DeputyDialog.tsx'))
const route = getRouteApi('/in-project/approve')
const TITLE = '付款审批'
const TEXTS: Readonly<Record<Tab, string>> = {
  waiting: '待我审批',
  mine: '我发起的',
  handled: '已处理',
  all: '全部',
}

type Dialog = { edit: string | null } | 'rules' | 'deputy' | null

/** 付款审批: what waits for me, what I asked for, what I have decided; a request is opened over the list. */
export default function RequestsPage() {
  const can = useCan()
  const { search, change } = useAddress(route, requestSearch)
  const active = tabOf(search)
  const [first] = useState(active)
  const { waiting = 0 } = useQuery(countsQuery).data ?? {}
  const { open, close } = useOpened(search.code, change)
  const [dialog, setDialog] = useState<Dialog>(null)
  useReturnFocus(dialog !== null || search.code !== undefined)
  const tabs = (
    <span className={styles.pageTabs}>
      <PageTabs
        label={TITLE}
        tabs={tabsOf(useProfile()).map((key) => ({
          key,
          text:
            key === 'waiting' && waiting > 0 ? (
              <>
                {TEXTS[key]}
                <span className={`num ${styles.count}`}>{count(waiting)}</span>
              </>
            ) : (
              TEXTS[key]
            ),
        }))}
        active={active}
        onChange={(tab) => change(() => ({ tab }))}
        takesFocus={active !== first}
      />
    </span>
  )
  const done = () => {
    setDialog(null)
    void requests.changed()
  }
  return (
    <>
      <List
        key={active}
        tab={active}
        text={TEXTS[active]}
        tabs={tabs}
        head={
          <>
            <Button onClick={() => setDialog('rules')}>审批规则</Button>
            {can('payment_approval', 'write') && (
              <Button onClick={() => setDialog('deputy')}>代理审批</Button>
            )}
          </>
        }
        onOpen={open}
        onEdit={(code) => setDialog({ edit: code })}
      />
      <Suspense>
        {search.code !== undefined && (
          <Request
            code={search.code}
            onClose={close}
            onOpen={open}
            onEdit={(code) => setDialog({ edit: code })}
          />
        )}
      </Suspense>
      <Suspense>
        {dialog === 'rules' && <Rules onClose={done} />}
        {dialog === 'deputy' && <Deputy onClose={done} />}
        {dialog !== null && typeof dialog === 'object' && <Editor code={dialog.edit} onClose={done} />}
      </Suspense>
    </>
  )
}
