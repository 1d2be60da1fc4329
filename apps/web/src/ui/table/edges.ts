/** For the shadow of a frozen column: whether anything is under it. */
export function markEdges({ dataset, scrollLeft, scrollWidth, clientWidth }: HTMLElement): void {
  dataset.over = [scrollLeft > 0 && 'start', scrollLeft + clientWidth < scrollWidth - 1 && 'end']
    .filter(Boolean)
    .join(' ')
}

/** Calls `markEdges` and `onWidth` (the frame's width in px without its scrollbar) now and each time the frame is resized. */
export function followEdges(
  frame: HTMLElement | null,
  onWidth: (width: number) => void,
): (() => void) | undefined {
  if (!frame) return
  const look = () => {
    onWidth(frame.clientWidth)
    markEdges(frame)
  }
  look()
  const observer = new ResizeObserver(look)
  observer.observe(frame)
  return () => observer.disconnect()
}
