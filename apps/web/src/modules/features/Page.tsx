import type { FeaturesAnswer } from '@pianzhang/contract/features'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useProfile } from '../../platform/session/session.ts'
import { lazyPage } from '../../ui/code/lazy.tsx'
import { Check } from '../../ui/fields/Tick.tsx'
import { PageBody, PageHead } from '../../ui/page/Page.tsx'
import { ask } from '../../ui/popup/confirm.tsx'
import { toast } from '../../ui/popup/toast.ts'
import { NotLoaded } from '../../ui/states/States.tsx'
import { featuresQuery, switchFeature } from './api.ts'
import styles from './features.module.css'

const SecondFactorRule = lazyPage(() => import('./SecondFactorRule.tsx'))

type Item = FeaturesAnswer['items'][number]

/** 功能设置: the parts of the product that the company uses. */
export default function FeaturesPage() {
  const query = useQuery(featuresQuery)
  const { data } = query
  const { role } = useProfile()
  return (
    <>
      <PageHead title="功能设置" />
      <PageBody label="功能设置">
        {data ? (
          <>
            <p className={styles.note}>
              关闭后，该功能的菜单、列、字段和按钮对全公司隐藏，已录入的数据保留，再次启用即恢复。
              {!data.can.write && '仅超级管理员可以修改。'}
            </p>
            <ul className={styles.list}>
              {data.items.map((item) => (
                <Line key={item.feature} item={item} mayWrite={data.can.write} />
              ))}
            </ul>
            {role.is_super && (
              <Suspense>
                <SecondFactorRule />
              </Suspense>
            )}
          </>
        ) : (
          <NotLoaded of={query} lines={6} />
        )}
      </PageBody>
    </>
  )
}

function Line({ item: { feature, name, text, on }, mayWrite }: { item: Item; mayWrite: boolean }) {
  const [busy, setBusy] = useState(false)
  const change = async (next: boolean) => {
    if (!next && !(await ask({ title: `关闭“${name}”？`, text: '全公司将不再看到该功能，数据保留。' })))
      return
    setBusy(true)
    try {
      await switchFeature(feature, next)
      toast.success(`${next ? '已启用' : '已关闭'}${name}`)
    } catch {
      // The failure has been reported by the call.
    } finally {
      setBusy(false)
    }
  }
  const state = on ? '已启用' : '未启用'
  return (
    <li className={styles.line}>
      <div>
        <h2>{name}</h2>
        <p>{text}</p>
      </div>
      {mayWrite ? (
        <Check
          aria-label={`启用${name}`}
          checked={on}
          disabled={busy}
          onChange={({ target }) => void change(target.checked)}
        >
          {state}
        </Check>
      ) : (
        <span className="muted">{state}</span>
      )}
    </li>
  )
}
