import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { documentedCommand } from '../../processes/documented.ts'

test('the command line for systemd-run has the settings of the unit, so that it works on the same database and files', () => {
  const unit = readFileSync(new URL('../../../../../deploy/pianzhang.service', import.meta.url), 'utf8')
  const { properties, env, program } = documentedCommand()
  for (const name of ['DynamicUser', 'User', 'StateDirectory', 'StateDirectoryMode', 'EnvironmentFile'])
    expect(unit.split('\n')).toContain(`${name}=${properties[name]}`)
  const environment = /^Environment=(.*)$/m.exec(unit)?.[1]?.split(' ')
  expect(environment).toContain(`DATA_DIR=${env.DATA_DIR}`)
  expect(unit).toContain(`ExecStart=${program} start`)
})
