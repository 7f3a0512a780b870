/** What an app must have installed: bundlers resolve every import they can reach, loaded or not. */
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

/** The npm packages that a page importing an entry of this package would have to have. */
async function needed(entry: string): Promise<readonly string[]> {
  const found = new Set<string>()
  const build = await rolldown({
    input: `@latchkey/adapters/${entry}`,
    resolve: { conditionNames: ['@latchkey/source', 'import'] },
    external(id) {
      if (/^([./]|@latchkey\/adapters\/)/.test(id)) return false
      // Ours bring what they need themselves.
      if (!id.startsWith('@latchkey/')) found.add(id.split('/', id.startsWith('@') ? 2 : 1).join('/'))
      return true
    },
  })
  await build.generate()
  await build.close()
  return [...found].sort()
}

test('an app without wagmi needs viem and nothing else', async () => {
  expect(await needed('eip155')).toEqual(['viem'])
})

test('only the entry for wagmi needs wagmi', async () => {
  expect(await needed('eip155/wagmi')).toEqual(['@wagmi/core', 'viem'])
})
