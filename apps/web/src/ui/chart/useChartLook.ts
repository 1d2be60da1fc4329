import { useMemo } from 'react'
import { useMedia } from '../page/useMedia.ts'
import { type Look, look } from './look.ts'

/** What a canvas must be told, as CSS would know it by itself. */
export function useChartLook(): { still: boolean; colors: Look } {
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const contrast = useMedia('(prefers-contrast: more)')
  // biome-ignore lint/correctness/useExhaustiveDependencies: with more contrast the tokens have other values
  return { still, colors: useMemo(look, [contrast]) }
}
