import type { roleApi } from '@pianzhang/contract/api/base'
import { FAILURES } from '@pianzhang/contract/errors'
import { type RoleDetail, roleBody } from '@pianzhang/contract/roles'
import { useNavigate } from '@tanstack/react-router'
import { Form } from 'antd'
import { useMemo, useRef, useState } from 'react'
import type { ApiError } from '../../../platform/api/api.ts'
import type { BodyOf } from '../../../platform/api/endpoint.ts'
import { can, useProfile } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { isChanged } from '../../../ui/form/changed.ts'
import { useConflict } from '../../../ui/form/conflict/useConflict.tsx'
import { useMarks } from '../../../ui/form/conflict/useMarks.ts'
import { useSeen } from '../../../ui/form/conflict/useSeen.ts'
import { showFieldErrors } from '../../../ui/form/formErrors.ts'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { asInContract } from '../../../ui/form/rules.ts'
import { isSamePage, useUnsavedGuard } from '../../../ui/form/unsaved.ts'
import { useSave } from '../../../ui/form/useSave.ts'
import { Fact, Facts } from '../../../ui/page/record/Facts.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import { roles } from '../api.ts'
import { freePlaces, permissionsOf, type Resource, ticksOf } from '../grants.ts'
import { PermissionTable } from '../PermissionTable.tsx'
import styles from './detail.module.css'
import { type FlatRole, fieldsOf, flatOf, modelOf, ticksIn } from './merge.ts'

interface Props {
  /** Null: a new role. */
  existing: RoleDetail | null
  resources: readonly Resource[]
}

interface Values {
  name: string
  desc: string
}

const Item = basicItems<Values>()

/** Failures that are shown for the whole page already: an ended session, a missing right. */
const isShown = ({ status }: ApiError): boolean => [200, 401, 403].includes(status)

/** Name, description and rights of a role. */
export function RoleForm({ existing: role, resources }: Props) {
  const navigate = useNavigate()
  const profile = useProfile()
  const [form] = Form.useForm<Values>()
  const [seen, onLatest] = useSeen(role)
  const entries = useMemo(() => seen[0]?.permissions ?? [], [seen])
  const stored = useMemo(() => ticksOf(entries), [entries])
  const [ticks, showTicks] = useState(stored)
  /** The current ticks, for callbacks that outlive a render, such as the answer to a save. */
  const ticked = useRef(ticks)
  const setTicks = (next: typeof ticks) => {
    ticked.current = next
    showTicks(next)
  }
  const initial: Values = { name: seen[0]?.name ?? '', desc: seen[0]?.desc ?? '' }
  const [values, setValues] = useState(initial)
  const readOnly = role !== null && !role.can.write
  const free = readOnly ? [] : freePlaces(resources, stored, (model, box) => can(profile, model, box))

  const permissions = permissionsOf(resources, ticks, entries)
  const dirty =
    isChanged(initial, values) ||
    JSON.stringify(permissions) !== JSON.stringify(permissionsOf(resources, stored, entries))
  const guard = useUnsavedGuard(dirty, { stays: isSamePage('code') })
  const conflict = useConflict<RoleDetail, FlatRole>(
    role && {
      record: role,
      latest: () => roles.latest(role.code),
      onLatest,
      valuesOf: (one) => flatOf(one, ticksOf(one.permissions), resources),
      fields: fieldsOf(resources),
    },
    {
      read: () => flatOf(form.getFieldsValue(true) as Values, ticked.current, resources),
      write: (flat) => {
        const { name, desc, ...rights } = flat
        form.setFieldsValue({ ...(name !== undefined && { name }), ...(desc !== undefined && { desc }) })
        setValues(form.getFieldsValue(true) as Values)
        setTicks(ticksIn(rights, ticked.current))
      },
    },
  )
  const fieldMarks = useMarks(form, conflict.report)
  const { rows, taken } = conflict.report
  const marks = new Map([
    ...rows.map(
      ({ key, chosen }) => [modelOf(key), chosen === 'mine' ? '与对方不同' : '已采用对方的'] as const,
    ),
    ...taken.map(({ key }) => [modelOf(key), '已采用对方的'] as const),
  ])

  const { save, saving } = useSave({
    send: async (body: BodyOf<typeof roleApi.update>, key) => {
      const answer = await (role
        ? roles.update(role.code, body, key, { handled: true })
        : roles.create(body, key, { handled: true }))
      await roles.changed()
      return answer
    },
    onFailed: (error) => {
      if (error.code === FAILURES.invalid.code) return showFieldErrors(form, error)
      if (conflict.refused(error) || isShown(error)) return
      toast.error(role ? `修改出错：${error.message}` : error.message)
    },
  })

  async function submit(typed: Values) {
    const saved = await save({ ...typed, permissions, version: conflict.version.current })
    if (!saved) return
    toast.success(role ? '角色修改成功' : '角色新增成功')
    guard.release()
    await navigate({ to: '/manage/role' })
  }

  return (
    <Form<Values>
      form={form}
      {...fieldMarks}
      layout="vertical"
      className={styles.form ?? ''}
      initialValues={{ name: role?.name ?? '', desc: role?.desc ?? '' }}
      onFinish={(typed) => void submit(typed)}
      onValuesChange={(_, typed) => setValues(typed)}
      scrollToFirstError={{ focus: true }}
    >
      {conflict.notice}
      <div className={styles.columns} inert={saving}>
        {readOnly ? (
          <Facts columns="1fr" className={styles.facts}>
            <Fact name="角色名称" value={role.name} />
            <Fact name="权限描述" value={role.desc} />
          </Facts>
        ) : (
          <div>
            <Item.Text
              name="name"
              label="角色名称"
              required
              rules={[asInContract(roleBody.shape.name)]}
              autoFocus={!role}
            />
            <Item.Note
              name="desc"
              label="权限描述"
              required
              rules={[asInContract(roleBody.shape.desc)]}
              rows={[3, 8]}
            />
          </div>
        )}
        <section aria-label="权限设置">
          <PermissionTable
            resources={resources}
            ticks={ticks}
            free={free}
            marks={marks}
            onChange={setTicks}
          />
          {!readOnly && (
            <p className={styles.hint}>
              勾选新增/编辑或删除时自动勾选查看。查看包括导出。您自己没有的权限不能授予他人。
            </p>
          )}
        </section>
      </div>
      {!readOnly && (
        <div className={styles.footer}>
          <Button disabled={saving} onClick={() => void navigate({ to: '/manage/role' })}>
            取消
          </Button>
          <Button type="primary" submit loading={saving}>
            {conflict.overwrites ? '覆盖保存' : role ? '修 改' : '新 增'}
          </Button>
        </div>
      )}
    </Form>
  )
}
