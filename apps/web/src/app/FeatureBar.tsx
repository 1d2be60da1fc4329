import { NOTICE_FEATURES } from '@pianzhang/contract/notice-features'
import { BellShape } from '../modules/notifications/BellShape.tsx'
import { useProfile } from '../platform/session/session.ts'
import { later } from '../ui/code/later.tsx'

const Bell = later(
  async () => ({ default: (await import('../modules/notifications/Bell.tsx')).Bell }),
  BellShape,
)

/** In the bar at the top: the bell, where a feature is on that speaks through it. */
export function FeatureBar() {
  const { features } = useProfile()
  return NOTICE_FEATURES.some((feature) => features.includes(feature)) && <Bell />
}
