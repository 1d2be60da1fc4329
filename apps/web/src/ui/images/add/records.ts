import type { Attachment } from '@pianzhang/contract/attachments'
import type { ReactNode } from 'react'
import type { Params } from '../../../platform/address/listSearch.ts'

/** Where a record keeps pictures: itself, or one of its lines. */
export interface Place {
  key: string
  /** 详情2 摄影机租赁费 1,234.50; '' for the record itself. */
  name: string
  pictures: readonly Attachment[]
}

/** The pictures of one kind of record. */
export interface PictureRecords<R> {
  /** 凭证图片 */
  what: string
  /** The most that one place has. */
  most: number
  /** Accepted extensions. */
  types: readonly string[]
  keyOf: (row: R) => string
  /** The record's name for people. */
  nameOf: (row: R) => string
  /** Why the record takes no pictures; undefined: it does. */
  refused: (row: R) => string | undefined
  places: (row: R) => Promise<readonly Place[]> | readonly Place[]
  /** Adds stored files to those that the place has; files that it has already are left out. */
  add: (row: R, place: Place, codes: readonly string[]) => Promise<unknown>
  /** After that: reloads what shows the records. */
  changed: () => Promise<void>
  /** Reads the records that lack pictures among those that `params` match, and how many there are. */
  lacking?: (params: Params, signal: AbortSignal) => Promise<{ rows: readonly R[]; total: number }>
  /** What one must know of a record to find its picture. */
  facts?: (row: R, place: Place) => ReactNode
}

/** Files that were dropped or pasted on a row. */
export interface Given<R> {
  row: R
  files: readonly File[]
}

/** What the walk goes through: the records without pictures among those that these parameters match, or one record. */
export type WalkOf<R> = { params: Params } | { row: R }

export interface DeskProps<R> {
  /** Only grows: those that were not there before are new. */
  given: readonly Given<R>[]
  walk: WalkOf<R> | null
  onWalkEnd: () => void
  onClose: () => void
}
