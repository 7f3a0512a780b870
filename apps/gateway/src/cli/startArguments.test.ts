import { expect, test } from 'vitest'
import { readConfig } from '../config/config.js'
import { readStart } from './startArguments.js'

test('[D-40] roles on the command line are those of the setting', () => {
  expect(readStart([])).toEqual({})
  for (const list of [['--roles', 'api,rpc'], ['--roles=api,rpc'], ['--roles', 'api', '--roles', 'rpc']])
    expect([...readConfig(readStart(list)).LATCHKEY_ROLES]).toEqual(['api', 'rpc'])
  expect(() => readConfig(readStart(['--roles', 'ap']))).toThrow('LATCHKEY_ROLES')
})

test.each([[['--role', 'api']], [['api']], [['--roles']], [['--port=1']]])(
  'what start does not know is refused, not ignored: %j',
  (list) => {
    expect(() => readStart(list)).toThrow(/--|takes no/)
  },
)
