import { writeFile } from 'node:fs/promises'

/**
 * The first call of a program that `forkBackground` starts. Signals are ignored, as the parent decides when the program ends; without a parent
 * it exits, as nobody receives its answers. When memory runs out, Linux's OOM killer takes it before the server.
 */
export async function beBackgroundProcess(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit())
  if (!process.connected) process.exit()
  // Other systems have no such file.
  await writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined)
}
