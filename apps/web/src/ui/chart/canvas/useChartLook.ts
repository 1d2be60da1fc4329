import { useMemo } from 'react'
import { useMedia } from '../../page/useMedia.ts'
import { type Look, look } from './look.ts'

/** Design tokens for the canvas, which cannot use CSS. */
export function useChartLook(): { still: boolean; colors: Look } {
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const contrast = useMedia('(prefers-contrast: more)')
  // biome-ignore lint/correctness/useExhaustiveDependencies: with more contrast the tokens have other values
  return { still, colors: useMemo(look, [contrast]) }
}
