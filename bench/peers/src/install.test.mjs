/** What of ours an app of the comparison installs. */
import { expect, test } from 'vitest'
import { workspaces } from '../../../scripts/workspaces.mjs'
import { neededOf } from './install.mjs'

test('an app installs what it names and what that needs, and no commands for developers', () => {
  const published = workspaces().filter(({ manifest }) => !manifest.private)
  const names = neededOf(['latchkey', 'react'], published).map(({ name }) => name)
  expect(names.sort()).toEqual([
    '@latchkey/adapters',
    '@latchkey/core',
    '@latchkey/spec',
    '@latchkey/ui',
    '@latchkey/verify',
    'latchkey',
  ])
})
