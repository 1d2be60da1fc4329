import { SECOND_FACTOR_RULES, type SecondFactorRuleBody } from '@pianzhang/contract/second-factor'
import { useQuery } from '@tanstack/react-query'
import { Radio } from 'antd'
import { useState } from 'react'
import { ask } from '../../ui/popup/confirm.tsx'
import { toast } from '../../ui/popup/toast.ts'
import { NotLoaded } from '../../ui/states/States.tsx'
import { changeRule, ruleQuery } from './api.ts'
import styles from './features.module.css'

type Rule = SecondFactorRuleBody['rule']

const TEXTS: Record<Rule, string> = {
  none: '不再要求两步验证，已开启的仍然有效。',
  approvers: '尚未开启的审批人须先设置两步验证，设置前不能使用其他功能。',
  all: '尚未开启的人须先设置两步验证，设置前不能使用其他功能。',
}

/** Of whom the company requires two-step verification. */
export default function SecondFactorRule() {
  const query = useQuery(ruleQuery)
  const { data } = query
  const [busy, setBusy] = useState(false)
  async function change({ code, label }: (typeof SECOND_FACTOR_RULES)[number]) {
    if (code === data) return
    if (!(await ask({ title: `两步验证改为“${label}”？`, text: TEXTS[code] }))) return
    setBusy(true)
    try {
      await changeRule(code)
      toast.success('操作成功')
    } catch {
      // The failure has been reported by the call.
    } finally {
      setBusy(false)
    }
  }
  if (!data) return <NotLoaded of={query} lines={2} />
  return (
    <section className={styles.rule} aria-labelledby="second-factor">
      <h2 id="second-factor">要求两步验证</h2>
      <p>
        登录时除密码外，还要输入手机认证器应用的动态码；各人在右上角的账号菜单“两步验证”中开启。审批权限指角色中的“付款审批”。
      </p>
      <Radio.Group
        aria-labelledby="second-factor"
        value={data}
        disabled={busy}
        options={SECOND_FACTOR_RULES.map(({ code: value, label }) => ({ value, label }))}
        onChange={({ target }) => {
          const rule = SECOND_FACTOR_RULES.find(({ code }) => code === target.value)
          if (rule) void change(rule)
        }}
      />
    </section>
  )
}
