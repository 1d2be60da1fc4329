import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './children.mjs'

/** Folders of the workspaces, as in package.json: the packages first. */
export const workspaces = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces
export const packages = workspaces.filter((path) => path.startsWith('packages/'))
