import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isGone } from '../../../platform/ledger/list.ts'
import { useCan } from '../../../platform/session/session.ts'
import { PageBody, PageHead } from '../../../ui/page/Page.tsx'
import { TextSkeleton } from '../../../ui/states/Loading.tsx'
import { Empty, Failed } from '../../../ui/states/States.tsx'
import { parseDetail } from '../search.ts'
import { resourcesQuery, roleQuery } from './api.ts'
import { RoleForm } from './RoleForm.tsx'

const route = getRouteApi('/manage/roledetail')
const LIST = <Link to="/manage/role">返回角色管理</Link>

/** 新增角色, or with `code` 修改角色; people who may not write see 角色详情. */
export default function RolePage() {
  const { code } = parseDetail(route.useSearch())
  const mayWrite = useCan()('role', 'write')
  if (code !== undefined) return <Existing key={code} code={code} />
  if (mayWrite) return <New />
  return (
    <Framed title="角色详情">
      <Empty text="请在角色管理中选择角色" />
    </Framed>
  )
}

const Framed = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <PageHead title={title} aside={LIST} />
    <PageBody>{children}</PageBody>
  </>
)

function New() {
  const resources = useQuery(resourcesQuery)
  return (
    <Framed title="新增角色">
      {resources.data ? (
        <RoleForm existing={null} resources={resources.data} />
      ) : (
        <Waiting queries={[resources]} />
      )}
    </Framed>
  )
}

function Existing({ code }: { code: string }) {
  const resources = useQuery(resourcesQuery)
  const role = useQuery(roleQuery(code))
  const content = () => {
    if (isGone(role.error) || role.data?.is_super) return <Empty text="角色不存在或已被删除" />
    if (!role.data || !resources.data) return <Waiting queries={[resources, role]} />
    return <RoleForm existing={role.data} resources={resources.data} />
  }
  return <Framed title={role.data && !role.data.can.write ? '角色详情' : '修改角色'}>{content()}</Framed>
}

interface Loading {
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

/** A placeholder while the queries load, or the failure of one. */
function Waiting({ queries }: { queries: readonly Loading[] }) {
  const failed = queries.filter(({ error }) => error)
  if (failed.length === 0) return <TextSkeleton lines={8} />
  return (
    <Failed
      error={failed[0]?.error}
      onRetry={() => {
        for (const { refetch } of failed) void refetch()
      }}
      retrying={failed.some(({ isFetching }) => isFetching)}
    />
  )
}
