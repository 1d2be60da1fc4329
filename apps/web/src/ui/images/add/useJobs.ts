import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '../../../platform/api/api.ts'
import { useUnsavedGuard } from '../../form/unsaved.ts'
import { toast } from '../../popup/toast.ts'
import { type ChangeImages, codesOf, type FormImage, sendImage, takeFiles } from '../images.ts'
import { useUploads } from '../useUploads.ts'
import type { PictureRecords, Place } from './records.ts'

/** Files that are being added to a record. */
export interface Job<R> {
  key: number
  row: R
  /** Where they go; undefined: the person still has to choose one of `places`. */
  place: Place | undefined
  places: readonly Place[]
  /** Those that wait for that choice. */
  held: readonly File[]
  files: readonly FormImage[]
  /** Why the stored files could not be added to the record. */
  error?: string | undefined
}

export interface Jobs<R> {
  jobs: readonly Job<R>[]
  /** Without a place the record says where its pictures go; of several places the person chooses. */
  add: (row: R, files: readonly File[], place?: Place) => Promise<void>
  choose: (job: Job<R>, place: Place) => void
  retry: (jobs: readonly Job<R>[]) => void
  drop: (job: Job<R>) => void
}

export const isUploading = ({ attachment, error }: FormImage): boolean => !attachment && error === undefined
const isStored = ({ attachment }: FormImage): boolean => attachment !== undefined
/** Whether a second try may help: not for a file that the server refused. */
export const canRetry = ({ files, error }: Job<unknown>): boolean =>
  error !== undefined || files.some((file) => file.error !== undefined && file.file !== undefined)

let last = 0

/**
 * Uploads files and adds them to their records as soon as a record's uploads have ended, while the person goes on. What fails stays
 * in the list; what succeeded beside it is added. Leaving the page before that asks.
 */
export function useJobs<R>(of: PictureRecords<R>): Jobs<R> {
  const [jobs, setJobs] = useState<readonly Job<R>[]>([])
  const saving = useRef(new Set<number>())
  const signal = useUploads()
  useUnsavedGuard(jobs.length > 0)

  const change = (key: number, next: (job: Job<R>) => Job<R>) =>
    setJobs((old) => old.map((job) => (job.key === key ? next(job) : job)).filter(isOpen))
  const filesOf =
    (key: number): ChangeImages =>
    (next) =>
      change(key, (job) => ({ ...job, files: next(job.files) }))

  const start = (job: Job<R>, place: Place, files: readonly File[]) => {
    let some = false
    const { what, most, types } = of
    takeFiles(files, {
      present: place.pictures.length,
      most,
      types,
      change: (next) => {
        if (!some)
          setJobs((old) => [
            ...old.filter(({ key }) => key !== job.key),
            { ...job, place, held: [], files: next([]) },
          ])
        else filesOf(job.key)(next)
        some = true
      },
      refused: (why) => toast.error(`${of.nameOf(job.row)} ${what}：${why}`),
      signal,
    })
    if (!some) setJobs((old) => old.filter(({ key }) => key !== job.key))
  }

  const add = async (row: R, files: readonly File[], place?: Place) => {
    const why = of.refused(row)
    if (why !== undefined) return toast.error(why)
    const places = place ? [place] : await of.places(row)
    const [only, ...others] = places
    const job: Job<R> = { key: ++last, row, place: undefined, places, held: files, files: [] }
    if (only && others.length === 0) start(job, only, files)
    else setJobs((old) => [...old, job])
  }

  const save = useEffectEvent(async (job: Job<R>, place: Place) => {
    const stored = job.files.filter(isStored)
    try {
      await of.add(job.row, place, codesOf(stored))
      await of.changed()
      const sent = new Set(stored.map(({ key }) => key))
      change(job.key, (now) => ({
        ...now,
        error: undefined,
        files: now.files.filter(({ key }) => !sent.has(key)),
      }))
      toast.success(`已为 ${of.nameOf(job.row)} 添加 ${stored.length} 张${of.what}`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      change(job.key, (now) => ({ ...now, error: error.message }))
    } finally {
      saving.current.delete(job.key)
    }
  })
  useEffect(() => {
    for (const job of jobs) {
      const { key, place, files, error } = job
      if (!place || error !== undefined || saving.current.has(key)) continue
      if (files.some(isUploading) || !files.some(isStored)) continue
      saving.current.add(key)
      void save(job, place)
    }
  }, [jobs])

  return {
    jobs,
    add,
    choose: (job, place) => start(job, place, job.held),
    retry: (some) => {
      for (const { key, files } of some) {
        change(key, (job) => ({ ...job, error: undefined }))
        for (const { key: image, file, error } of files)
          if (file && error !== undefined) void sendImage(image, file, filesOf(key), signal)
      }
    },
    drop: ({ key }) => setJobs((old) => old.filter((job) => job.key !== key)),
  }
}

/** A job ends when its files are all added to the record. */
const isOpen = ({ held, files }: Job<unknown>): boolean => held.length > 0 || files.length > 0
