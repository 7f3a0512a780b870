/** The packages of an app that moves: all in one step, since the kit it leaves and wagmi 3 do not stand beside each other. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { migrateCommand } from './command.js'
import { versions } from './manifest.js'

const house = fileURLToPath(new URL('../../../..', import.meta.url))
const manifestOf = (path: string) =>
  JSON.parse(readFileSync(join(house, path, 'package.json'), 'utf8')) as {
    readonly version: string
    readonly dependencies: Readonly<Record<string, string>>
    readonly devDependencies: Readonly<Record<string, string>>
    readonly peerDependencies: Readonly<Record<string, string>>
  }

function createApp(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-app-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return {
    folder,
    src: join(folder, 'src'),
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
  }
}

const button = "import { ConnectButton } from '@rainbow-me/rainbowkit'\nexport const A = <ConnectButton />\n"

function createRainbow(dependencies: Readonly<Record<string, string>>, more = {}) {
  const content = { name: 'gallery', dependencies, ...more }
  return createApp({ 'package.json': `${JSON.stringify(content, null, '\t')}\n`, 'src/a.tsx': button })
}

const rainbow = {
  '@rainbow-me/rainbowkit': '2.2.11',
  '@tanstack/react-query': '^5.0.0',
  react: '^18.2.0',
  'react-dom': '^18.2.0',
  viem: '2.x',
  wagmi: '^2.19.5',
}

test('the kit goes, wagmi is raised and its core comes in one step', () => {
  const app = createRainbow(rainbow, { devDependencies: { typescript: '~5.6.2' } })
  expect(migrateCommand(['rainbowkit', app.src])).toBe(`changed 1 file
  a.tsx
changed package.json
  remove @rainbow-me/rainbowkit 2.2.11
  raise viem 2.x to ^2.57.1
  raise react ^18.2.0 to ^18.3.1
  raise react-dom ^18.2.0 to ^18.3.1
  raise typescript ~5.6.2 to ^5.9.3
  raise wagmi ^2.19.5 to 3.7.7
  add latchkey ^0.1.0
  add @wagmi/core 3.6.5

then: npm install`)
  expect(app.read('package.json')).toBe(`{
	"name": "gallery",
	"dependencies": {
		"@tanstack/react-query": "^5.0.0",
		"@wagmi/core": "3.6.5",
		"latchkey": "^0.1.0",
		"react": "^18.3.1",
		"react-dom": "^18.3.1",
		"viem": "^2.57.1",
		"wagmi": "3.7.7"
	},
	"devDependencies": {
		"typescript": "^5.9.3"
	}
}
`)
  expect(migrateCommand(['rainbowkit', app.src])).toBe('changed 0 files')
})

test('a dry run says the same, and writes nothing', () => {
  const app = createRainbow(rainbow)
  const before = app.read('package.json')
  expect(migrateCommand(['rainbowkit', app.src, '--dry'])).toContain(
    'would change package.json\n  remove @rainbow-me/rainbowkit 2.2.11',
  )
  expect(app.read('package.json')).toBe(before)
  expect(app.read('src/a.tsx')).toBe(button)
})

test('what is new enough stays as it is, and wagmi 3 that is installed says which core it has', () => {
  const app = createRainbow({ ...rainbow, react: '^19.0.0', 'react-dom': '^19.0.0', wagmi: '^3.0.0' })
  mkdirSync(join(app.folder, 'node_modules/wagmi'), { recursive: true })
  writeFileSync(
    join(app.folder, 'node_modules/wagmi/package.json'),
    JSON.stringify({ dependencies: { '@wagmi/core': '3.8.1' } }),
  )
  const said = migrateCommand(['rainbowkit', app.src])
  expect(said).toContain('add @wagmi/core 3.8.1')
  expect(said).not.toMatch(/wagmi \^3|raise react/)
})

test('an app of AppKit without wagmi gets none', () => {
  const app = createApp({
    'package.json': JSON.stringify({ dependencies: { '@reown/appkit': '1.8.0', viem: '^2.57.1' } }),
    'src/a.ts': "import { createAppKit } from '@reown/appkit'\ncreateAppKit({})\n",
  })
  expect(migrateCommand(['appkit', app.src])).toContain('add latchkey ^0.1.0')
  expect(app.read('package.json')).not.toContain('wagmi')
})

test('with WagmiAdapter, wagmi moves in the same step', () => {
  const app = createApp({
    'package.json': JSON.stringify({
      dependencies: { '@reown/appkit': '1.8.0', '@reown/appkit-adapter-wagmi': '1.8.0', wagmi: '2.19.5' },
    }),
    'src/a.ts': "import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'\nnew WagmiAdapter({})\n",
  })
  const said = migrateCommand(['appkit', app.src])
  for (const step of ['remove @reown/appkit 1.8.0', 'raise wagmi 2.19.5 to 3.7.7', 'add @wagmi/core 3.6.5'])
    expect(said).toContain(step)
})

test('a range that says no version is left, and named', () => {
  const app = createRainbow({ ...rainbow, wagmi: 'catalog:' })
  expect(migrateCommand(['rainbowkit', app.src])).toContain(
    'package.json has wagmi as catalog:: what that stands for must be 3.7.7',
  )
  expect(app.read('package.json')).toContain('"wagmi": "catalog:"')
})

test('the installer is the one whose lockfile is there', () => {
  const app = createRainbow(rainbow)
  writeFileSync(join(app.folder, 'pnpm-lock.yaml'), '')
  expect(migrateCommand(['rainbowkit', app.src])).toMatch(/then: pnpm install$/)
})

test('the versions are those that the packages of this house ask for and are tested with', () => {
  const { version, peerDependencies } = manifestOf('packages/latchkey')
  expect(versions.latchkey).toBe(`^${version}`)
  for (const name of ['viem', '@wagmi/core', 'react', 'react-dom'] as const) {
    const least = /^>=(\S+)/.exec(peerDependencies[name] ?? '')?.[1] ?? 'none'
    expect(versions[name].replace('^', '').startsWith(least)).toBe(true)
  }
  expect(versions.wagmi).toBe(manifestOf('test').devDependencies['wagmi'])
  expect(versions['@wagmi/core']).toBe(manifestOf('node_modules/wagmi').dependencies['@wagmi/core'])
})
