import type { Page } from './test.ts'

/**
 * Our own rules beside axe's, without its exceptions for neighbours at a distance and for links in sentences: of every target at least
 * 24 × 24 px react to the pointer, and every group of fields has a name. One line each for what is broken.
 */
export const smallTargets = async (page: Page): Promise<string[]> =>
  (await page.evaluate(`(${FIND})()`)) as string[]

/** Runs in the page, of which these tests know no types. */
const FIND = `() => {
  const SIDE = 24
  const TARGETS = 'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=menuitem], ' +
    '[role=option], [role=switch], [role=combobox], [role=checkbox], [role=radio]'
  // Parts of antd's fields that react like the field in them.
  const FIELD = 'label, .ant-select, .ant-picker, .ant-input-affix-wrapper, .ant-input-number'
  const dialogs = [...document.querySelectorAll('[role=dialog]')].filter((one) => one.checkVisibility({ visibilityProperty: true }))
  const FLOATING = '[role=menu], [role=listbox], .ant-select-dropdown, .ant-picker-dropdown'
  const shown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest('[inert], [aria-hidden=true]') &&
    (dialogs.length === 0 || dialogs.at(-1).contains(element) || element.closest(FLOATING))
  const nameOf = (element) =>
    element.tagName.toLowerCase() + ' ' +
    (element.getAttribute('aria-label') || element.textContent || element.placeholder || element.className).trim().slice(0, 40)
  const found = []
  const before = new Map([...document.querySelectorAll('*')].map((one) => [one, [one.scrollTop, one.scrollLeft]]))
  for (const target of document.querySelectorAll(TARGETS)) {
    if (target.disabled || target.type === 'hidden' || !shown(target)) continue
    const field = target.matches('input, textarea, [role=combobox]') ? target.closest(FIELD) ?? target : target
    const boxOf = () => {
      // Of a link over two lines one line.
      const [first] = field.getClientRects()
      return first && (field.getClientRects().length > 1 ? first : field.getBoundingClientRect())
    }
    const box = boxOf()
    if (!box || box.width === 0) continue
    // Out of sight until it has the focus.
    if (box.bottom + scrollY < 0 || getComputedStyle(field).clipPath !== 'none') continue
    if (box.width >= SIDE && box.height >= SIDE) continue
    field.scrollIntoView({ block: 'center', inline: 'center' })
    // antd's clear button of a date reacts only while the pointer is over the field, which it is here.
    const given = target.style.pointerEvents
    if (getComputedStyle(target).pointerEvents === 'none') target.style.pointerEvents = 'auto'
    const { left, top, width, height } = boxOf()
    const reacts = (x, y) => {
      const hit = document.elementFromPoint(x, y)
      return hit !== null && (field.contains(hit) || (hit.contains(field) && hit.matches('label, a, button')))
    }
    const [x, y, far] = [left + width / 2, top + height / 2, SIDE / 2 - 1]
    const ends = [[x - far, y], [x + far, y], [x, y - far], [x, y + far]]
    const large = ends.every(([x, y]) => reacts(x, y))
    target.style.pointerEvents = given
    if (!large)
      found.push('less than 24 px (' + Math.round(width) + ' × ' + Math.round(height) + '): ' + nameOf(target))
  }
  for (const one of document.querySelectorAll('*'))
    if (one.scrollTop || one.scrollLeft) one.scrollTo({ top: before.get(one)?.[0] ?? 0, left: before.get(one)?.[1] ?? 0 })
  for (const group of document.querySelectorAll('[role=radiogroup], [role=group], fieldset')) {
    if (!shown(group)) continue
    const labels = (group.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '')
    if (!group.ariaLabel && !labels.join('').trim() && !group.querySelector(':scope > legend')?.textContent)
      found.push('a group without a name: ' + nameOf(group))
  }
  return [...new Set(found)]
}`
