import { writeFile } from 'node:fs/promises'

/**
 * For a program that `forkBackground` starts, before anything else: its parent decides when it ends, and without a parent nobody receives
 * its answers. When memory runs out, Linux's OOM killer takes it before the server.
 */
export async function beBackgroundProcess(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit())
  if (!process.connected) process.exit()
  // Other systems have no such file.
  await writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined)
}
