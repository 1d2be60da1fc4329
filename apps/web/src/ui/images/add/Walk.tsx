import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Button } from '../../Button.tsx'
import { count } from '../../count.ts'
import { IconChevronLeft, IconChevronRight } from '../../icons.tsx'
import { isTyped } from '../../paste/onPage.ts'
import { useLayer } from '../../popup/layers.ts'
import { Empty, NotLoaded } from '../../states/States.tsx'
import { PictureViewer } from '../PictureViewer.tsx'
import { DropZone } from './DropZone.tsx'
import type { PictureRecords, Place, WalkOf } from './records.ts'
import { Tray } from './Tray.tsx'
import type { Jobs } from './useJobs.ts'
import styles from './Walk.module.css'

interface Step<R> {
  row: R
  place: Place
}

interface Props<R> {
  of: PictureRecords<R>
  through: WalkOf<R>
  work: Jobs<R>
  onClose: () => void
}

const WIDTH = 1120

/** 补凭证图片: one record after the other, its picture beside what is known of it. Pictures are saved while one goes on. */
export function Walk<R>({ of, through, work, onClose }: Props<R>) {
  useLayer(onClose)
  const loaded = useSteps(of, through)
  const { data } = loaded
  const [at, setAt] = useState(0)
  const steps = data?.steps ?? []
  const step = steps[at]
  const { shown, take } = useShown(step)
  const go = (by: number) => steps[at + by] && setAt(at + by)
  useArrows(go)

  const add = (files: readonly File[]) => {
    if (!step) return
    take(files)
    void work.add(step.row, files, step.place)
  }
  return (
    <Modal
      open
      centered
      width={WIDTH}
      title={`补${of.what}`}
      onCancel={onClose}
      footer={
        <div className={styles.foot}>
          <span className="num" role="status">
            {data && positionOf(at, steps.length, data)}
          </span>
          <Button icon={<IconChevronLeft size={14} />} disabled={at === 0} onClick={() => go(-1)}>
            上一条
          </Button>
          <Button
            type="primary"
            icon={<IconChevronRight size={14} />}
            disabled={at + 1 >= steps.length}
            onClick={() => go(1)}
          >
            下一条
          </Button>
          <Button onClick={onClose}>关闭</Button>
        </div>
      }
    >
      {step ? (
        <div className={styles.body}>
          <div className={styles.pictures}>
            <Shown key={`${of.keyOf(step.row)} ${step.place.key}`} pictures={shown} />
            <DropZone what={of.what} types={of.types} small={shown.length > 0} onFiles={add} />
          </div>
          <div className={styles.facts}>
            {of.facts?.(step.row, step.place)}
            <Tray of={of} work={work} inside />
          </div>
        </div>
      ) : data ? (
        <Empty text={`没有缺${of.what}的记录`} />
      ) : (
        <NotLoaded of={loaded} lines={8} />
      )}
    </Modal>
  )
}

const positionOf = (at: number, steps: number, { total, read }: { total: number; read: number }): string =>
  steps === 0
    ? ''
    : `${count(at + 1)} / ${count(steps)}${total > read ? `（另有 ${count(total - read)} 条，补完后再打开）` : ''}`

/** Read once: a record that has its picture now stays where it is until the walk ends. */
function useSteps<R>(of: PictureRecords<R>, through: WalkOf<R>) {
  return useQuery({
    queryKey: ['picture_walk', of.what, 'row' in through ? of.keyOf(through.row) : through.params],
    queryFn: async ({ signal }) => {
      const found =
        'row' in through ? { rows: [through.row], total: 1 } : await of.lacking?.(through.params, signal)
      const { rows = [], total = 0 } = found ?? {}
      const steps: Step<R>[] = []
      for (const row of rows) {
        if (of.refused(row) !== undefined) continue
        const places = await of.places(row)
        const lacking = places.filter(({ pictures }) => pictures.length === 0)
        steps.push(...('row' in through ? places : lacking).map((place) => ({ row, place })))
      }
      return { steps, total, read: rows.length }
    },
    staleTime: 'static',
    gcTime: 0,
  })
}

interface ShownPicture {
  name: string
  src: string
}

/** The pictures of a step: those that are stored, then those that were taken here, which are seen before they are. */
function useShown<R>(step: Step<R> | undefined) {
  const [taken, setTaken] = useState<ReadonlyMap<Place, readonly ShownPicture[]>>(new Map())
  const links = useRef<string[]>([])
  useEffect(
    () => () => {
      for (const link of links.current) URL.revokeObjectURL(link)
    },
    [],
  )
  const shown = useMemo(
    () =>
      step
        ? [
            ...step.place.pictures.map(({ file_name, file_url }) => ({ name: file_name, src: file_url })),
            ...(taken.get(step.place) ?? []),
          ]
        : [],
    [step, taken],
  )
  const take = (files: readonly File[]) => {
    if (!step) return
    const added = files
      // No browser but Safari shows HEIC, which the server keeps as a JPEG.
      .filter(({ type }) => /^image\/(?!hei[cf])/.test(type))
      .map((file) => ({ name: file.name, src: URL.createObjectURL(file) }))
    links.current.push(...added.map(({ src }) => src))
    setTaken(new Map(taken).set(step.place, [...(taken.get(step.place) ?? []), ...added]))
  }
  return { shown, take }
}

function Shown({ pictures }: { pictures: readonly ShownPicture[] }) {
  const [chosen, setChosen] = useState<number | null>(null)
  // A new picture is shown at once, unless the person looks at another one.
  const at = chosen ?? pictures.length - 1
  const picture = pictures[at]
  if (!picture) return null
  return (
    <>
      <div className={styles.large}>
        <PictureViewer key={picture.src} {...picture} />
      </div>
      {pictures.length > 1 && (
        <ul className={styles.thumbs}>
          {pictures.map(({ src, name }, index) => (
            <li key={src}>
              <button type="button" aria-pressed={index === at} onClick={() => setChosen(index)}>
                <img src={src} alt={name} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** ← and → go to the previous and the next record; a picture that is enlarged takes them for itself. */
function useArrows(go: (by: number) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined || event.defaultPrevented || isTyped(event.target)) return
    event.preventDefault()
    go(by)
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
