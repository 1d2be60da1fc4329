import type { Action, Model } from '@pianzhang/contract/permissions'
import { ACTION_LABELS, ROLE_ACTIONS } from '@pianzhang/contract/roles'

/** State of the check boxes on a role's page. Pure functions on immutable values, so that the form can compare them. */

/** The boxes of a row, in the order of their columns. */
export const BOXES = ROLE_ACTIONS.map((action) => ({ action, title: ACTION_LABELS[action] }))
export type Box = (typeof ROLE_ACTIONS)[number]

export interface Resource {
  name: string
  model: Model
  actions: readonly Action[]
}

/** A stored entry of a role. */
export interface Entry {
  code: string
  resource_model: string
  actions: readonly string[]
}

/** The ticked boxes of each resource, in the order of `BOXES`; a resource without any has no key. */
export type Ticks = Readonly<Record<string, readonly Box[]>>

const inOrder = (boxes: Iterable<string>): Box[] => {
  const wanted = new Set(boxes)
  return ROLE_ACTIONS.filter((action) => wanted.has(action))
}

/** Replaces the ticked boxes of a resource; without any it has no key. */
export const withRow = (ticks: Ticks, model: string, boxes: readonly Box[]): Ticks => {
  const { [model]: _, ...rest } = ticks
  return boxes.length > 0 ? { ...rest, [model]: boxes } : rest
}

export const isTicked = (ticks: Ticks, model: string, box: Box): boolean =>
  ticks[model]?.includes(box) ?? false

export const ticksOf = (entries: readonly Entry[]): Ticks =>
  entries.reduce<Ticks>((ticks, one) => withRow(ticks, one.resource_model, inOrder(one.actions)), {})

/** Ticking `write` or `delete` also ticks `read`, which both need (api.md §4); clearing `read` clears them. */
export function tick(ticks: Ticks, model: string, box: Box, on: boolean): Ticks {
  const row = ticks[model] ?? []
  if (on) return withRow(ticks, model, inOrder([...row, box, 'read']))
  return withRow(ticks, model, box === 'read' ? [] : row.filter((other) => other !== box))
}

export interface Place {
  model: Model
  box: Box
}

/** Whether none, some or all of these boxes are ticked; `none` for no boxes. */
export function stateOf(ticks: Ticks, places: readonly Place[]): 'none' | 'some' | 'all' {
  const count = places.filter(({ model, box }) => isTicked(ticks, model, box)).length
  return count === 0 ? 'none' : count === places.length ? 'all' : 'some'
}

/** Ticks all of them, or clears all if they are ticked already. */
export function tickAll(ticks: Ticks, places: readonly Place[]): Ticks {
  const on = stateOf(ticks, places) !== 'all'
  return places.reduce((now, { model, box }) => tick(now, model, box, on), ticks)
}

/**
 * The check boxes that this person may change: nobody grants a right that they lack. A right that the role had when it was loaded
 * (`stored`) may be cleared, and ticked again before saving.
 */
export const freePlaces = (
  resources: readonly Resource[],
  stored: Ticks,
  has: (model: Model, box: Box) => boolean,
): Place[] =>
  resources.flatMap(({ model, actions }) =>
    BOXES.map(({ action }) => ({ model, box: action })).filter(
      ({ box }) => actions.includes(box) && (has(model, box) || isTicked(stored, model, box)),
    ),
  )

/**
 * The permissions of the body, in the order of the resources. A resource without a tick is left out, unless the role has a stored entry
 * for it: the entry is sent with its code and without actions.
 */
export const permissionsOf = (
  resources: readonly Resource[],
  ticks: Ticks,
  entries: readonly Entry[],
): { code?: string; resource_model: string; actions: readonly Box[] }[] =>
  resources.flatMap(({ model }) => {
    const actions = ticks[model] ?? []
    const entry = entries.find((one) => one.resource_model === model)
    if (entry) return [{ code: entry.code, resource_model: model, actions }]
    return actions.length > 0 ? [{ resource_model: model, actions }] : []
  })
