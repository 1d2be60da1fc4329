import { NOTICE_FEATURES } from '@pianzhang/contract/notice-features'
import { useProfile } from '../platform/session/session.ts'
import { later } from '../ui/code/later.tsx'

/** Pixels of the bell, whose place is kept until the rows of the page are there. */
const WIDTH = 40
const Bell = later(
  async () => ({ default: (await import('../modules/notifications/Bell.tsx')).Bell }),
  () => <span style={{ width: WIDTH }} />,
)

/** In the bar at the top: the bell, where a feature is on that speaks through it. */
export function FeatureBar() {
  const { features } = useProfile()
  return NOTICE_FEATURES.some((feature) => features?.includes(feature)) && <Bell />
}
