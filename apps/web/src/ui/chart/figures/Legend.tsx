import { OTHERS } from '../drawing/colors.ts'
import { MOST_SLICES } from '../drawing/ringShapes.ts'
import { type Figure, type Rest, shareOf, slicesOf, sumsOf } from './figures.ts'
import styles from './Legend.module.css'

interface Props {
  figures: readonly Figure[]
  others: Rest | null | undefined
  /** The colours of the slices, by the key of the figure. */
  colors: ReadonlyMap<string, string>
  onPick: (figure: Figure) => void
  /** 其他 was pressed. */
  onRest: () => void
}

/** The slices of a ring that has no room for their names, each a target for the thumb. */
export function Legend({ figures, others = null, colors, onPick, onRest }: Props) {
  const { figures: shown, rest } = slicesOf(figures, MOST_SLICES, others)
  const { positive } = sumsOf(others ? [...figures, others] : figures)
  return (
    <ul className={styles.legend}>
      {shown.map((figure) => (
        <li key={figure.key}>
          <button type="button" onClick={() => onPick(figure)}>
            <i style={{ background: colors.get(figure.key) }} />
            <span className="grow">{figure.name}</span>
            <span className="num">{shareOf(figure.amount, positive)}</span>
          </button>
        </li>
      ))}
      {rest && (
        <li>
          <button type="button" onClick={onRest}>
            <i style={{ background: OTHERS }} />
            <span className="grow">其他</span>
            <span className="num">{shareOf(rest.amount, positive)}</span>
          </button>
        </li>
      )}
    </ul>
  )
}
