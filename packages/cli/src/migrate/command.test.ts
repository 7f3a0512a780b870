/** `latchkey-cli migrate` over the files of an app. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrateCommand } from './command.js'

function createApp(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-app-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return { folder, read: (name: string) => readFileSync(join(folder, name), 'utf8') }
}

test('the packages to take out are those that the app imports, by their names', () => {
  const { folder } = createApp({
    'a.ts': "import { createAppKit } from '@reown/appkit/react'\n",
    'lib/b.ts':
      "import { mainnet } from '@reown/appkit/networks'\nimport { SolanaAdapter } from '@reown/appkit-adapter-solana'\nnew SolanaAdapter()\n",
  })
  expect(migrateCommand(['appkit', folder, '--dry']).split('\n').at(-1)).toBe(
    'then: npm uninstall @reown/appkit @reown/appkit-adapter-solana && npm install latchkey viem',
  )
})

test('an app with WagmiAdapter installs what that needs', () => {
  const { folder } = createApp({
    'a.ts': "import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'\nnew WagmiAdapter({})\n",
  })
  expect(migrateCommand(['appkit', folder])).toContain('&& npm install latchkey viem @wagmi/core')
})

test('what is older than AppKit is named, and stays installed', () => {
  const text = "import { createWeb3Modal } from '@web3modal/wagmi/react'\n"
  const { folder, read } = createApp({ 'a.ts': text })
  const said = migrateCommand(['appkit', folder])
  expect(said).toContain('a.ts:1 @web3modal/wagmi/react is older than AppKit')
  expect(said).not.toContain('uninstall')
  expect(read('a.ts')).toBe(text)
})

const provider = (from: string) => `import { ConnectKitProvider } from 'connectkit'
import { WagmiProvider } from 'wagmi'
import { config } from '${from}'
export const A = () => <WagmiProvider config={config}><ConnectKitProvider /></WagmiProvider>
`
const made = `import { getDefaultConfig } from 'connectkit'
import { createConfig } from 'wagmi'
export const config = createConfig(getDefaultConfig({ chains: [a], transports: {} }))
`

test.each([
  ['../wagmi.js', 'wagmi.ts'],
  ['../config', 'config/index.ts'],
  ['..', 'index.ts'],
  ['@/lib/wagmi', 'lib/wagmi.ts'],
])('a kit that is imported from %s and made in %s needs no word', (from, file) => {
  const { folder } = createApp({ 'app/page.tsx': provider(from), [file]: made })
  const said = migrateCommand(['connectkit', folder])
  expect(said).toMatch(/^changed 2 files/)
  expect(said).not.toContain('left to you')
})

test('a kit that is imported from where nobody makes one is named', () => {
  const { folder } = createApp({
    'app/page.tsx': provider('../wagmi.js'),
    'wagmi.ts': "import { createConfig } from 'wagmi'\nexport const config = createConfig({})\n",
    'other/wagmi.ts': made,
  })
  expect(migrateCommand(['connectkit', folder])).toContain(
    "app/page.tsx imports kit from '../wagmi.js': make it there, with createLatchkey",
  )
})

test('files of Vue, Svelte and Astro that name the kit are named, and left alone', () => {
  const text = "<script setup>\nimport { useAppKit } from '@reown/appkit/vue'\n</script>\n"
  const { folder, read } = createApp({ 'App.vue': text, 'Other.vue': '<p />\n', 'a.svelte': text })
  const said = migrateCommand(['appkit', folder])
  expect(said).toContain('App.vue:2 names @reown/appkit/vue: files of Vue are not rewritten')
  expect(said).toContain('a.svelte:2 names @reown/appkit/vue: files of Svelte are not rewritten')
  expect(said).not.toContain('Other.vue')
  expect(read('App.vue')).toBe(text)
})
