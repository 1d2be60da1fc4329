import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { queryClient } from '../../../platform/query.ts'
import { dueStep, stepAddress } from '../../../platform/session/leave.ts'
import { refreshProfile } from '../../../platform/session/session.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { useLayer } from '../../../ui/popup/layers.ts'
import { NotLoaded } from '../../../ui/states/States.tsx'
import { formatMinute } from '../../../ui/time.ts'
import { renewCodes, secondFactorQuery, turnOff } from './api.ts'
import { CodeItem } from './CodeItem.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import SetUp from './SetUp.tsx'
import styles from './second-factor.module.css'

const OFF = { password: '', code: '' }
const CODE = { code: '' }
const Item = basicItems<typeof OFF>()

const reload = () => queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey })

/** 两步验证: turns one's own on or off, or makes new recovery codes. */
export default function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(secondFactorQuery)
  const { data } = query
  const [act, setAct] = useState<'off' | 'renew' | null>(null)
  const [codes, setCodes] = useState<readonly string[]>()
  /** While new codes are shown, only the button below them closes the dialog. */
  const [held, setHeld] = useState(false)
  useLayer(() => held || onClose())

  if (act === 'off')
    return (
      <FormDialog
        title="关闭两步验证"
        width={400}
        initial={OFF}
        send={({ password, code }) => turnOff(password, code)}
        onSaved={async () => {
          await reload()
          const step = dueStep(await refreshProfile())
          if (step) location.assign(stepAddress(step))
        }}
        onClose={() => setAct(null)}
      >
        <p className={styles.text}>
          关闭后备用码作废，其他设备退出登录。公司要求两步验证的，须随即重新设置。
        </p>
        <Item.Password
          name="password"
          label="密码"
          rules={[{ required: true, message: '请输入密码' }]}
          autoFocus
          autoComplete="current-password"
        />
        <CodeItem />
      </FormDialog>
    )
  if (act === 'renew')
    return (
      <FormDialog
        title="重新生成备用码"
        width={400}
        initial={CODE}
        send={({ code }) => renewCodes(code)}
        onSaved={async (answer) => {
          setCodes(answer.data.recovery_codes)
          setHeld(true)
          await reload()
        }}
        onClose={() => setAct(null)}
      >
        <p className={styles.text}>原来的备用码全部作废。</p>
        <CodeItem autoFocus />
      </FormDialog>
    )
  return (
    <Modal
      open
      title="两步验证"
      width={520}
      footer={null}
      closable={!held}
      keyboard={!held}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : held || data?.on_since === null ? (
        <SetUp onCodes={() => setHeld(true)} onDone={onClose} />
      ) : data ? (
        <>
          <p className={styles.state}>
            已于 <span className="num">{formatMinute(data.on_since)}</span> 开启，备用码剩余{' '}
            <span className="num">{data.codes_left}</span> 个。更换手机时，先关闭，再用新手机开启。
          </p>
          <div className={styles.buttons}>
            <Button onClick={() => setAct('renew')}>重新生成备用码</Button>
            <Button danger onClick={() => setAct('off')}>
              关闭两步验证
            </Button>
          </div>
        </>
      ) : (
        <NotLoaded of={query} lines={3} />
      )}
    </Modal>
  )
}
