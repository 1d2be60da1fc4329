import { openStreams } from '../changes/change-stream.ts'
import type { Services } from '../services.ts'

interface Connections {
  total: number
  idle: number
  /** Requests that wait for a connection. */
  waiting: number
  max: number
}

interface SlotCounts {
  taken: number
  waiting: number
  total: number
}

/** What a server, or the process of exports, is doing right now. */
export interface ServerState {
  pools: Record<string, Connections>
  /** Slots of work that takes seconds and of writes, by kind. */
  slots: Record<string, SlotCounts>
  streams: number
}

export function stateOf(services: Services): ServerState {
  const { pools } = services
  const slots = {
    sheets: services.sheetSlots,
    readings: services.readingSlots,
    pictures: services.pictureSlots,
    exports: services.exportSlots,
    writes: services.writeSlots,
  }
  return {
    pools: Object.fromEntries(
      pools.all.map(({ name, pool }) => [
        name,
        {
          total: pool.totalCount,
          idle: pool.idleCount,
          waiting: pool.waitingCount,
          max: pool.options.max,
        },
      ]),
    ),
    slots: Object.fromEntries(
      Object.entries(slots).map(([name, { taken, waiting, bounds }]) => [
        name,
        { taken, waiting, total: bounds.total },
      ]),
    ),
    streams: openStreams(),
  }
}
