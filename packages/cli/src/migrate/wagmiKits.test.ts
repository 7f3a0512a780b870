/** What an app wrote is moved or named; nothing of it disappears in silence, and what is written is code. */
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { kits } from './kits.js'
import { openSource } from './source.js'

function move(kit: 'rainbowkit' | 'connectkit', text: string, file = 'app.tsx') {
  const source = openSource(file, text)
  if (!source) throw new Error('cannot be read')
  kits[kit]?.move(source)
  const done = source.finish()
  expect(parseSync(file, done.text, { showSemanticErrors: true }).errors).toEqual([])
  return { text: done.text, notes: done.notes.join('\n') }
}

const config = (options: string, rest = '') => `import { getDefaultConfig } from '@rainbow-me/rainbowkit'
import { mainnet } from 'wagmi/chains'
${rest}
export const config = getDefaultConfig({ ${options} })
`

describe('imports', () => {
  test.each([
    "import * as RK from '@rainbow-me/rainbowkit';const a = <RK.ConnectButton />\n",
    "import RK from '@rainbow-me/rainbowkit'\nconst a = RK\n",
    "import type RK from '@rainbow-me/rainbowkit'\nexport type A = RK\n",
  ])('all of a package, or its default, stays and is named: %s', (text) => {
    const moved = move('rainbowkit', text)
    expect(moved.text).toBe(text)
    expect(moved.notes).toBe('app.tsx:1 RK of @rainbow-me/rainbowkit: move it by hand')
  })

  test('a default beside names keeps its place when the names go', () => {
    const moved = move(
      'rainbowkit',
      "import RK, { ConnectButton } from '@rainbow-me/rainbowkit';\nexport const a = [RK, <ConnectButton />];\n",
    )
    expect(moved.text).toBe(
      "import { LatchkeyButton } from 'latchkey/react';\nimport RK from '@rainbow-me/rainbowkit';\nexport const a = [RK, <LatchkeyButton />];\n",
    )
    expect(moved.notes).toContain('RK of @rainbow-me/rainbowkit')
  })

  test('a style sheet goes with its line and nothing more', () => {
    const sheet = "import '@rainbow-me/rainbowkit/styles.css'"
    expect(move('rainbowkit', `${sheet};a()\n`).text).toBe('a()\n')
    expect(move('rainbowkit', `${sheet}\r\na()\r\n`).text).toBe('a()\r\n')
    expect(move('rainbowkit', `${sheet} // sheet\na()\n`).text).toBe(' // sheet\na()\n')
  })

  test('what is passed on, fetched later or required is named', () => {
    const text = `export { ConnectButton } from '@rainbow-me/rainbowkit'
export * from '@rainbow-me/rainbowkit'
const later = () => import('@rainbow-me/rainbowkit')
const now = require('@rainbow-me/rainbowkit')
`
    const moved = move('rainbowkit', text)
    expect(moved.text).toBe(text)
    expect(moved.notes.split('\n').map((note) => note.slice(0, 9))).toEqual(
      [1, 2, 3, 4].map((n) => `app.tsx:${n}`),
    )
  })

  test('a name that is used elsewhere too keeps its import', () => {
    const text = `import { ConnectButton, darkTheme, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { kit } from './kit'
const theme = darkTheme()
const Button = ConnectButton
export const a = <RainbowKitProvider theme={darkTheme()}><ConnectButton /></RainbowKitProvider>
`
    const moved = move('rainbowkit', text)
    expect(moved.text).toContain("import { ConnectButton, darkTheme } from '@rainbow-me/rainbowkit'")
    expect(moved.notes).toContain('darkTheme has no counterpart')
    expect(moved.notes).toContain('ConnectButton has no counterpart')
  })

  test('a key or an attribute of the same name is not a use', () => {
    const text = `import { darkTheme, ConnectButton } from '@rainbow-me/rainbowkit'
export const a = { darkTheme: 1 }.darkTheme, b = <p darkTheme="x"><ConnectButton /></p>
`
    expect(move('rainbowkit', text).text).not.toContain('rainbow-me')
  })
})

describe('the config', () => {
  test('everything that createConfig takes stays, and no transports are added beside a client', () => {
    const options = `chains: [mainnet], client({ chain }) { return make(chain) }, multiInjectedProviderDiscovery: false, syncConnectedChain: true, ssr: true`
    const moved = move('rainbowkit', config(options, 'const make = (chain) => chain'))
    expect(moved.text).toContain(`export const config = createConfig({ ${options} })`)
    expect(moved.notes).toBe('')
    const others =
      "chains: [mainnet], 'transports': {}, cacheTime: 1, ccipRead: false, batch: {}, storage: null"
    const second = move('rainbowkit', config(others))
    expect(second.text).toContain(`createConfig({ ${others} })`)
    expect(second.notes).toBe('')
  })

  test('what it does not take is named, and what tells about the app goes into the kit', () => {
    const { text, notes } = move(
      'rainbowkit',
      config(
        "appName: 'Shop', appUrl: 'https://shop.example', appIcon: '/i.png', appDescription: 'Things', wallets: [], projectId: 'x', chains: [mainnet]",
      ),
    )
    expect(text).toContain(
      "metadata: { name: 'Shop', description: 'Things', url: 'https://shop.example', icons: ['/i.png'] }",
    )
    expect(notes).toBe('app.tsx:4 wallets, projectId left out: createConfig has no such option')
  })

  test('the comments of what stays, stay', () => {
    const { text } = move('rainbowkit', config("appName: 'Shop',\n  // Only one.\n  chains: [mainnet],"))
    expect(text).toContain('// Only one.\n  chains: [mainnet],')
  })

  test('http that the app has from viem is used as it is', () => {
    const { text } = move('rainbowkit', config('chains: [mainnet]', "import { http as node } from 'viem'"))
    expect(text).toContain('[mainnet.id]: node()')
    expect(text).not.toContain('http,')
  })

  test.each(['...shared, chains: [mainnet]', 'chains: [mainnet, ...more]', 'transports: {}'])(
    'options that are not written out are left alone, and no kit is made of them: %s',
    (options) => {
      const text = config(options, 'declare const shared: object, more: never[]')
      const moved = move('rainbowkit', text)
      expect(moved.text).toBe(text)
      expect(moved.notes).toContain('getDefaultConfig has no counterpart')
    },
  )

  test.each([
    'export function make() { const config = getDefaultConfig({ chains: [mainnet] }); return config }',
    'export const make = () => getDefaultConfig({ chains: [mainnet] })',
    'export default getDefaultConfig({ chains: [mainnet] })',
    'export const config = getDefaultConfig({ chains: [mainnet] }) as unknown',
    'const kit = 1\nexport const config = getDefaultConfig({ chains: [mainnet] })',
  ])('a config without a place for a kit gets none, and that is said: %s', (statement) => {
    const { text, notes } = move(
      'rainbowkit',
      `import { getDefaultConfig } from '@rainbow-me/rainbowkit'\nimport { mainnet } from 'wagmi/chains'\n${statement}\n`,
    )
    expect(text).toContain('createConfig({')
    expect(text).not.toContain('createLatchkey')
    expect(notes).toContain('make the kit of this config by hand')
  })

  test('the options of ConnectKit by themselves are no config to make a kit of', () => {
    const { text, notes } = move(
      'connectkit',
      "import { getDefaultConfig } from 'connectkit'\nconst options = getDefaultConfig({ chains: [a], transports: {} })\n",
    )
    expect(text).toBe('const options = { chains: [a], transports: {} }\n')
    expect(notes).toContain('make the kit of this config by hand')
  })
})

describe('the provider', () => {
  const app = (first: string, config: string) => `import { ConnectKitProvider } from 'connectkit'
import { WagmiProvider } from 'wagmi'
${first}
export const A = () => <WagmiProvider config={${config}}><ConnectKitProvider /></WagmiProvider>
`
  test('the default of a file has its kit beside it', () => {
    const { text, notes } = move('connectkit', app("import config from './wagmi'", 'config'))
    expect(text).toContain("import { kit } from './wagmi'\n")
    expect(text).toContain("import config from './wagmi'\n")
    expect(notes).toBe('')
  })

  test.each([
    ['a config of the same file', 'const config = {}', 'config'],
    ['an inline config', "import { createConfig } from 'wagmi'", 'createConfig({})'],
    ['a config of an object', "import * as all from './wagmi'", 'all.config'],
  ])('%s: that a kit is missing is said', (_, first, expression) => {
    expect(move('connectkit', app(first, expression)).notes).toContain('app.tsx:4 kit: make it with')
  })

  test('another thing that is called kit is not taken for one', () => {
    const { text, notes } = move('connectkit', app("import { config, kit } from './wagmi'", 'config'))
    expect(text).toContain("import { config, kit } from './wagmi'")
    expect(notes).toContain('kit has another meaning here')
  })

  test('what is spread into it is named', () => {
    const text =
      "import { ConnectKitProvider, ConnectKitButton } from 'connectkit'\nexport const A = (props) => <ConnectKitProvider {...props}><ConnectKitButton {...props} /></ConnectKitProvider>\n"
    const { notes } = move('connectkit', text)
    expect(notes).toContain('{...props}: set themes')
    expect(notes).toContain('{...props} of the button')
  })
})

test('a statement keeps the semicolon that keeps it apart from the next', () => {
  const { text } = move(
    'rainbowkit',
    `import { useConnectModal } from '@rainbow-me/rainbowkit';
export function A() {
  const { openConnectModal } = useConnectModal();
  (() => openConnectModal)();
}
`,
  )
  expect(text).toContain("const openConnectModal = () => connectModal.open({ view: 'Connect' });\n  (()")
})

test('a file that would not be code any more is left as it is, with the reason', () => {
  const text = `import { useModal } from 'connectkit'
export function A(modal) {
  const { open } = useModal()
  const other = () => {
    const modal = 1
    const { setOpen } = useModal()
  }
}
`
  const moved = move('connectkit', text, 'app.jsx')
  expect(moved.text).toBe(text)
  expect(moved.notes).toMatch(/^app\.jsx would not be code any more \(.*modal.*\): move it by hand$/)
})
