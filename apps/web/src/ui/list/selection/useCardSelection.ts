import { useState } from 'react'
import { CARDS, useMedia } from '../../page/useMedia.ts'
import { useLayer } from '../../popup/layers.ts'

/** On phones cards are selected in a mode of its own, which 取消 and Back end; at a desk rows are selectable at any time. */
export function useCardSelection(selectNone: () => void) {
  const cards = useMedia(CARDS)
  const [on, setOn] = useState(false)
  const stop = () => {
    setOn(false)
    selectNone()
  }
  useLayer(stop, cards && on)
  return {
    cards,
    /** Props of the selection of a `CardList`. */
    mode: { on, onChange: (next: boolean) => (next ? setOn(true) : stop()) },
    /** Props of the `SelectionBar`. */
    bar: cards ? { onNone: stop, none: '取消' } : { onNone: selectNone },
  }
}
