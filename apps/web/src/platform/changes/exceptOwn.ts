import type { Model } from '@pianzhang/contract/permissions'
import type { ChangedResource } from './changes.ts'
import { writes } from './ownWrites.ts'

/** Call when the resource's queries start to reload: the reload includes all writes stored so far. */
export function markReloaded(resource: Model): void {
  for (const write of writes.values()) if (write.stored) write.loaded.add(resource)
}

/** Passes events on, except those of writes after which this tab has reloaded by itself. */
export const exceptOwn =
  (onChange: (resource: ChangedResource) => void) =>
  (resource: ChangedResource, origin?: string): void => {
    const write = origin === undefined ? undefined : writes.get(origin)
    if (!write || resource === null) {
      onChange(resource)
      return
    }
    const unlessLoaded = () => {
      if (!write.loaded.has(resource)) onChange(resource)
    }
    // The event may arrive before the response. The writer calls `markReloaded` in microtasks after the response, so
    // before this timeout.
    void write.over.then(() => setTimeout(unlessLoaded))
  }
