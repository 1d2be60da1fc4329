// What a run of tests prints at its end.
import { stripVTControlCharacters } from 'node:util'
import { interrupted, root } from './children.mjs'
import { Failure } from './install.mjs'

/** The most failures that are printed whole, and the most lines of each. */
const WHOLE = 20
const LINES = 24
const SLOWEST = 20

/**
 * Prints what failed and how to repeat it, the time of each part, and the closing line, which CI looks for; returns the exit status.
 * `parts`: each with its `title`, `seconds` and the results of its `steps`.
 */
export function report(parts, { slow = false, budgetSeconds = 0 } = {}) {
  if (interrupted()) throw new Failure('已中断')
  const steps = parts.flatMap((part) => part.steps)
  const failures = steps.flatMap((step) => step.failures)
  if (slow) printSlowest(steps.flatMap((step) => step.files))
  if (failures.length > 0) console.log(`\n失败 ${failures.length} 项：`)
  for (const failure of failures.slice(0, WHOLE)) console.log(`\n${described(failure)}`)
  for (const { place, title } of failures.slice(WHOLE)) console.log(`✗ ${place} ${title}`)
  const used = parts.reduce((sum, part) => sum + part.seconds, 0)
  const budget = budgetSeconds > 0 ? ` / ${minutes(budgetSeconds)}` : ''
  const each = parts.map(({ title, seconds }) => `${title} ${minutes(seconds)}`).join('，')
  console.log(`\n用时 ${minutes(used)}${budget}（${each}）`)
  const passed = steps.reduce((sum, step) => sum + step.passed, 0)
  console.log(`\n${passed} passed, ${failures.length} failed`)
  return failures.length > 0 ? 1 : 0
}

function described({ place, title, text, picture, again }) {
  const lines = shortened(text).map((line) => `    ${line}`)
  if (picture) lines.push(`  截图：${picture}`)
  if (again) lines.push(`  重试：${again}`)
  return [`✗ ${place} ${title}`, ...lines].join('\n')
}

/** The first lines of a text for people, without colours and without calls inside of packages. */
function shortened(text) {
  const lines = stripVTControlCharacters(text)
    .replaceAll(`${root}/`, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at .*(node_modules|node:)/.test(line))
  if (lines.length <= LINES) return lines
  return [...lines.slice(0, LINES), `…… 另有 ${lines.length - LINES} 行`]
}

function printSlowest(files) {
  console.log('\n最慢的文件：')
  for (const { file, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`)
}

const minutes = (seconds) =>
  `${Math.floor(Math.round(seconds) / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`
