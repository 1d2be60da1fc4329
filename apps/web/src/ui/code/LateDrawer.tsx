import type { DrawerProps } from 'antd'
import { useEffect, useRef } from 'react'
import { withAntd } from '../antd/withAntd.tsx'
import { later } from './later.tsx'

type Props = Omit<DrawerProps, 'onClose'> & { onClose: () => void }

const Drawer = later<DrawerProps>(
  withAntd(() => import('antd/es/drawer')),
  () => null,
)

/** antd's drawer, for pages whose frame is drawn before antd is loaded. Closes again when its code cannot be loaded. */
export function LateDrawer(props: Props) {
  const { open, onClose } = props
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (open) void Drawer.start().then((missing) => missing && close.current())
  }, [open])
  return <Drawer {...props} />
}
