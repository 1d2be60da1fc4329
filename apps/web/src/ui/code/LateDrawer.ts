import type { DrawerProps } from 'antd'
import { withAntd } from '../antd/withAntd.tsx'
import { later } from './later.tsx'

/** antd's drawer, for pages whose frame is drawn before antd is loaded. */
export const LateDrawer = later<DrawerProps>(
  withAntd(() => import('antd/es/drawer')),
  () => null,
)
