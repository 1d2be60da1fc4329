import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { capture, root } from './children.mjs'
import { Failure, node24 } from './install.mjs'

/** Runs `work` with a copy of this checkout, which is removed afterwards. */
export async function inCopy(work) {
  const folder = mkdtempSync(join(tmpdir(), 'pianzhang-try-'))
  try {
    await copyCheckout(folder)
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Copies the files that git tracks or would add, and links the installed packages; the workspaces are linked within the copy. */
async function copyCheckout(folder) {
  const { code, output } = await capture('git', ['-C', root, 'ls-files', '-z', '-co', '--exclude-standard'])
  if (code !== 0) throw new Failure('需要 git：本命令在检出的副本中运行')
  for (const file of output.split('\0').filter((name) => name !== '')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file), { force: true, errorOnExist: false })
  }
  const modules = join(root, 'node_modules')
  mkdirSync(join(folder, 'node_modules/@pianzhang'), { recursive: true })
  for (const name of readdirSync(modules))
    if (name !== '@pianzhang') symlinkSync(join(modules, name), join(folder, 'node_modules', name))
  for (const parent of ['packages', 'apps'])
    for (const name of readdirSync(join(folder, parent)))
      symlinkSync(join(folder, parent, name), join(folder, 'node_modules/@pianzhang', name))
}

/** Text behind a mark in a file. */
export const behind = (mark, text) => (source) =>
  insert(source, source.indexOf(mark) + mark.length, mark, text)
function insert(source, at, mark, text) {
  if (!source.includes(mark)) throw new Failure(`没有找到“${mark}”，脚本与代码不一致`)
  return source.slice(0, at) + text + source.slice(at)
}

/**
 * Checks the types and runs tests, `{ unit: [filter, …], server: [filter, …] }`, the latter also of those that only `test:all` runs; returns the first
 * complaint, or null.
 */
export async function complaintOf(folder, tests) {
  const run = async (name, program, ...args) => {
    const { code, output } = await capture(node24(), [join(root, 'node_modules', program), ...args], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1' },
    })
    if (code === 0) return null
    const lines = output.split('\n').filter((line) => /error TS|FAIL|AssertionError|Error:/.test(line))
    return `${name}\n${(lines.length > 0 ? lines : output.split('\n').slice(-30)).slice(0, 8).join('\n')}`
  }
  for (const program of ['.', 'apps/web']) {
    const found = await run(`types ${program}`, 'typescript/bin/tsc', '-p', program, '--checkers', '1')
    if (found) return found
  }
  for (const [project, options] of Object.entries(tests)) {
    const projects = (project === 'server' ? ['server', 'more'] : [project]).flatMap((name) => [
      '--project',
      name,
    ])
    const found = await run(`tests (${project})`, 'vitest/vitest.mjs', 'run', ...projects, ...options)
    if (found) return found
  }
  return null
}
