import { join } from 'node:path'
import { inject } from 'vitest'

// Where the processes that tests start keep compiled modules: the second server starts in half of the time of the first.
process.env.NODE_COMPILE_CACHE = join(inject('postgres').folder, 'compile-cache')
