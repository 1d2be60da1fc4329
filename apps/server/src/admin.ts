import { commandArguments, secret } from './operator/commands/arguments.ts'
import type { Command } from './operator/commands/command.ts'
import { type Connection, connect } from './operator/commands/connect.ts'
import { ADMIN_CALL } from './platform/admin-call.ts'
import { errorText } from './platform/system-errors.ts'
import { COMMANDS } from './start/commands.ts'

/** `npm run admin -- <command> [--option value …] [--json]`: the operator's commands; exits non-zero with a clear message. */
async function run(argv: string[]): Promise<number> {
  const [name, ...rest] = argv
  const command = COMMANDS.find((one) => one.name === name)
  if (!command) {
    console.log(
      `用法：${ADMIN_CALL} <命令> [选项]\n\n${COMMANDS.map((one) => `  ${one.name.padEnd(18)}${one.summary}`).join('\n')}\n\n每个命令都有 --help；--json 在最后一行输出 JSON。`,
    )
    return name === undefined || name === '--help' ? 0 : 2
  }
  let values: Record<string, string | boolean | undefined>
  try {
    const keys = Object.keys(command.options)
    const isSecret = (key: string) => command.options[key]?.secret === true
    const strings = keys.filter((key) => !isSecret(key))
    values = commandArguments(named(rest, command), strings, keys.filter(isSecret))
  } catch (error) {
    console.error(`${(error as Error).message}\n${help(command)}`)
    return 2
  }
  if (values.help) {
    console.log(help(command))
    return 0
  }
  const lacking = Object.entries(command.options).filter(([key, option]) => option.required && !values[key])
  if (lacking.length > 0) {
    console.error(`缺少选项：${lacking.map(([key]) => `--${key}`).join(' ')}\n${help(command)}`)
    return 2
  }
  for (const [key, { secret: isSecret }] of Object.entries(command.options))
    if (isSecret && values[key]) values[key] = await secret('密码')
  const given = values as Record<string, string | undefined>
  await command.check?.(given)
  const say = command.toStdout?.(given) ? console.error : console.log
  const needs = command.needs ?? 'current'
  const connection = needs === 'nothing' ? null : await connect(needs, say)
  try {
    // A command that needs nothing uses no connection.
    const { message, data, failed } = await command.run(connection as Connection, given)
    say(message)
    if (values.json) say(JSON.stringify(data))
    return failed ? 1 : 0
  } finally {
    await connection?.close()
  }
}

/** Writes a first word without `--` as the option that the command takes so. */
const named = ([first, ...rest]: string[], { positional }: Command): string[] =>
  first === undefined
    ? []
    : positional && !/^-./.test(first)
      ? [`--${positional}=${first}`, ...rest]
      : [first, ...rest]

const help = (command: (typeof COMMANDS)[number]) =>
  [
    `${ADMIN_CALL} ${command.name}  ${command.summary}`,
    ...Object.entries(command.options).map(
      ([key, option]) => `  --${key.padEnd(12)}${option.text}${option.required ? '（必填）' : ''}`,
    ),
    '  --json        在最后一行输出 JSON',
  ].join('\n')

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  console.error(errorText(error))
  process.exitCode = 1
}
