const CHANGED = 'pianzhang-notices'

/** Tells the bell, whose code is loaded later and only with its features, that the person's notices changed. */
export const noticesChanged = (): void => void dispatchEvent(new Event(CHANGED))

export const onNoticesChanged = (listener: () => void, signal: AbortSignal): void =>
  addEventListener(CHANGED, listener, { signal })
