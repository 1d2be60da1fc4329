import { readFileSync } from 'node:fs'

const DOCUMENT = new URL('../../../../docs/operation.md', import.meta.url)

/** The words of docs/operation.md's command line for a server of systemd. */
export function documentedWords(): string[] {
  const [, line] = /`systemd-run ([^`]*) …`/.exec(readFileSync(DOCUMENT, 'utf8')) ?? []
  if (!line) throw new Error('docs/operation.md has no systemd-run')
  return line.split(' ')
}

/** What systemd would do with that line. */
export function documentedCommand() {
  const words = documentedWords()
  const pairs = (option: string) =>
    Object.fromEntries(
      words.flatMap((word, at) => {
        const [name = '', ...value] = (words[at + 1] ?? '').split('=')
        return word === option ? [[name, value.join('=')]] : []
      }),
    ) as Record<string, string>
  return { properties: pairs('-p'), env: pairs('-E'), program: words.at(-2) ?? '' }
}
