import { useId } from 'react'

/**
 * A contact sheet: six strips of twenty frames, one frame a shooting day, brighter where more was spent (0–z). An exact 4-perf
 * pitch: four perforations to a frame.
 */
const DAYS = [
  '0142546355728695936c',
  'a398f8cba99ekjgenjhc',
  'm879skgarro78knmrf97',
  'k7nhba7je77kjzg7h7g7',
  'cc5s9c87m65757632241',
  '55544000f1114210g010',
]
const DARK = [0x16, 0x3c, 0x42] as const
const BRIGHT = [0x8b, 0xd8, 0xeb] as const

const STRIP = { first: 52, pitch: 116, width: 96 }
const FRAME = { x: 18, y: 4, width: 60, height: 40, pitch: 45 }

function colour(level: string): string {
  const share = Number.parseInt(level, 36) / 35
  return `rgb(${DARK.map((dark, i) => Math.round(dark + ((BRIGHT[i] ?? 0) - dark) * share)).join(' ')})`
}

export function ContactSheet({ className }: { className?: string }) {
  const id = useId()
  return (
    <svg
      className={className}
      viewBox="0 0 780 900"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <pattern id={id} width={STRIP.width} height={FRAME.pitch / 4} patternUnits="userSpaceOnUse">
          <g fill="#1c4a51">
            <rect x="5" y="0" width="8" height="5.6" rx="1.6" />
            <rect x="83" y="0" width="8" height="5.6" rx="1.6" />
          </g>
        </pattern>
      </defs>
      <rect width="780" height="900" fill="#0e343a" />
      {DAYS.map((days, strip) => (
        <g key={days} transform={`translate(${STRIP.first + strip * STRIP.pitch} 0)`}>
          <rect width={STRIP.width} height="900" fill="#0a272c" />
          <rect width={STRIP.width} height="900" fill={`url(#${id})`} />
          {[...days]
            .map((level, day) => ({ level, day }))
            .map(({ level, day }) => (
              <rect
                key={day}
                x={FRAME.x}
                y={FRAME.y + day * FRAME.pitch}
                width={FRAME.width}
                height={FRAME.height}
                rx="2"
                fill={colour(level)}
              />
            ))}
        </g>
      ))}
    </svg>
  )
}
