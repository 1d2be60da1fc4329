import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const TEXTS = /^(licen[cs]es?|copying|notice|third-party-notices)([.-].*)?$/i
const RULE = '='.repeat(100)

/**
 * The licence of every package that ships, with its text: the server's in `stage`, and those whose code is in the built page. PostgreSQL's
 * is not in its package; SecLists is no package: its list of common passwords is in our source.
 */
export function licences(stage, root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const shipped = Object.keys(packages).filter(
    (path) => path.startsWith('node_modules/') && !packages[path].dev,
  )
  const sections = shipped.flatMap((path) => {
    const folder = [stage, root]
      .map((base) => join(base, path))
      .find((one) => existsSync(join(one, 'package.json')))
    // Skipped: a workspace, or an optional package of another platform.
    if (!folder || packages[path].link) return []
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const texts = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && TEXTS.test(entry.name))
      .map(({ name: file }) => readFileSync(join(folder, file), 'utf8').trim())
    return [[`${name} ${version}: ${license ?? 'see below'}`, ...texts].join('\n\n')]
  })
  const text = (file) => readFileSync(new URL(file, import.meta.url), 'utf8').trim()
  const others = [
    `PostgreSQL: PostgreSQL License\n\n${text('./postgresql-licence.txt')}`,
    `SecLists (10k-most-common.txt): MIT\n\n${text('./seclists-licence.txt')}`,
  ]
  return [...others, ...sections.sort()].join(`\n\n${RULE}\n\n`)
}
