/** In milliseconds (seed 002 §9). */
const INTERVAL = 5000

/**
 * Advances the strip of pictures, which the browser can scroll without JavaScript. It pauses while it has the pointer or the focus,
 * in a hidden tab, after 暂停轮播, and if the system asks for reduced motion.
 */
export function startCarousel(carousel: HTMLElement): void {
  const find = <T extends HTMLElement>(selector: string) => carousel.querySelector(selector) as T
  const strip = find<HTMLUListElement>('.slides')
  const count = strip.children.length
  const dots = [...carousel.querySelectorAll('.dots button')] as HTMLButtonElement[]
  const pause = find<HTMLButtonElement>('[data-pause]')
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  const waits = { pointer: false, focus: false, pressed: false }
  let shown = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function name(index: number): void {
    shown = index
    carousel.setAttribute('aria-label', `产品截图 (第 ${index + 1} 张，共 ${count} 张)`)
    for (const [position, dot] of dots.entries())
      if (position === index) dot.setAttribute('aria-current', 'true')
      else dot.removeAttribute('aria-current')
  }

  /** Shows a picture. An index beyond an end wraps around. */
  function go(index: number): void {
    const next = (index + count) % count
    name(next)
    strip.scrollTo({ left: next * strip.clientWidth, behavior: 'instant' })
    schedule()
  }

  function schedule(): void {
    clearTimeout(timer)
    pause.hidden = still.matches
    if (still.matches || document.hidden || waits.pointer || waits.focus || waits.pressed) return
    timer = setTimeout(() => go(shown + 1), INTERVAL)
  }

  function wait(why: keyof typeof waits, waiting: boolean): void {
    waits[why] = waiting
    schedule()
  }

  // Fires, too, when the strip is scrolled by hand.
  strip.addEventListener('scroll', () => {
    const index = Math.round(strip.scrollLeft / strip.clientWidth)
    if (index === shown || index >= count) return
    name(index)
    schedule()
  })
  strip.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    go(shown + step)
  })
  // With another width the old scroll position would lie between two pictures.
  new ResizeObserver(() => strip.scrollTo({ left: shown * strip.clientWidth, behavior: 'instant' })).observe(
    strip,
  )
  find('[data-previous]').addEventListener('click', () => go(shown - 1))
  find('[data-next]').addEventListener('click', () => go(shown + 1))
  for (const [index, dot] of dots.entries()) dot.addEventListener('click', () => go(index))
  pause.addEventListener('click', () => {
    const pressed = !waits.pressed
    pause.textContent = pressed ? '继续轮播' : '暂停轮播'
    wait('pressed', pressed)
  })
  // Mouse only: the pointer of a finger leaves only with the next tap elsewhere.
  carousel.addEventListener('pointerenter', ({ pointerType }) => wait('pointer', pointerType === 'mouse'))
  carousel.addEventListener('pointerleave', () => wait('pointer', false))
  carousel.addEventListener('focusin', () => wait('focus', true))
  carousel.addEventListener('focusout', ({ relatedTarget }) =>
    wait('focus', relatedTarget instanceof Node && carousel.contains(relatedTarget)),
  )
  document.addEventListener('visibilitychange', schedule)
  still.addEventListener('change', schedule)
  // Set here and not in the HTML: without this script nothing handles the arrow keys.
  strip.tabIndex = 0
  find('.controls').hidden = false
  go(0)
}

const carousel = document.querySelector<HTMLElement>('[data-carousel]')
if (carousel) startCarousel(carousel)
