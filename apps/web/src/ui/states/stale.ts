import './stale.css'

/** For what shows figures of the former filter while those of the new one are on their way: dimmed, and said to readers of the screen. */
export const staleProps = (stale: boolean | undefined) =>
  stale ? ({ 'aria-busy': true, 'data-stale': 'all' } as const) : { 'aria-busy': false }
