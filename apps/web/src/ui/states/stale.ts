import './stale.css'

/** Marks content of the previous filter while the next is loading: dimmed, and `aria-busy` for screen readers. */
export const staleProps = (stale: boolean | undefined) =>
  stale ? ({ 'aria-busy': true, 'data-stale': 'all' } as const) : { 'aria-busy': false }
