import { main } from './install.mjs'
import { report } from './report.mjs'
import { inRunFolder } from './run-folder.mjs'
import { checks, installed, part } from './steps.mjs'

await main(() => inRunFolder(async () => report([await installed(), await part('检查', checks(), 2)])))
