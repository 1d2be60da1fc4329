import { sessionApi } from '@pianzhang/contract/api/sessions'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { call } from '../../platform/api/api.ts'
import { type ItemOf, itemsOf } from '../../platform/ledger/selects.ts'
import { queryClient } from '../../platform/query.ts'
import { IconDevice } from '../../ui/icons.tsx'
import { ask } from '../../ui/popup/confirm.tsx'
import { useLayer } from '../../ui/popup/layers.ts'
import { toast } from '../../ui/popup/toast.ts'
import { Empty, NotLoaded } from '../../ui/states/States.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { formatMinute } from '../../ui/time.ts'
import styles from './DevicesDialog.module.css'

type OwnSession = ItemOf<typeof sessionApi.list>

/** Enough of a browser's name to recognise one's own machine. */
function deviceName(agent: string): string {
  const system = /iPhone|iPad/.test(agent)
    ? 'iOS'
    : (/HarmonyOS|Android|Windows|Mac OS X|Linux/.exec(agent)?.[0].replace('Mac OS X', 'macOS') ?? '')
  const browser = [
    ['MicroMessenger', '微信'],
    ['Edg', 'Edge'],
    ['Firefox', 'Firefox'],
    ['Chrome', 'Chrome'],
    ['Safari', 'Safari'],
  ].find(([token]) => agent.includes(`${token}/`))?.[1]
  return [browser, system].filter(Boolean).join('，') || '未知设备'
}

/** 我的登录设备: where this person is signed in, and a way to end a session left open elsewhere. */
export default function DevicesDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery({
    queryKey: ['sessions'],
    queryFn: () => itemsOf(sessionApi.list, { handled: true }),
    staleTime: 0,
  })
  const { data } = query

  async function end(session: OwnSession) {
    const done = await ask(
      { title: '确定退出该设备？', text: `${deviceName(session.agent)}，${session.address}`, danger: true },
      () => call(sessionApi.end, { params: { code: session.code } }),
    )
    if (!done) return
    toast.success('操作成功')
    await queryClient.invalidateQueries({ queryKey: ['sessions'] })
  }
  useLayer(onClose)

  return (
    <Modal open title="我的登录设备" width={520} footer={null} onCancel={onClose}>
      {!data ? (
        <NotLoaded of={query} lines={4} />
      ) : data.length === 0 ? (
        <Empty />
      ) : (
        <ul>
          {data.map((session) => (
            <li key={session.code} className={styles.item}>
              <IconDevice size={20} />
              <div className={styles.text}>
                <p>
                  {deviceName(session.agent)} {session.current && <Tag kind="green">当前设备</Tag>}
                </p>
                <p className="note">
                  <span className="num">{session.address}</span>，登录于{' '}
                  <span className="num">{formatMinute(session.created_at)}</span>，最近使用{' '}
                  <span className="num">{formatMinute(session.seen_at)}</span>
                </p>
              </div>
              {!session.current && <Button onClick={() => void end(session)}>退出</Button>}
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}
