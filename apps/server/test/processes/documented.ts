/** What systemd-run needs to run a command with the settings of deploy/pianzhang.service, as its user. */
const LINE =
  '--pipe --wait -p DynamicUser=yes -p User=pianzhang -p StateDirectory=pianzhang -p StateDirectoryMode=0700 -p EnvironmentFile=-/etc/pianzhang.env -E DATA_DIR=/var/lib/pianzhang /opt/pianzhang/pianzhang admin'

/** The words of that command line. */
export const documentedWords = (): string[] => LINE.split(' ')

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
