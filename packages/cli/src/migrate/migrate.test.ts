import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keptNames } from './appkit.js'
import { kits } from './kits.js'
import { openSource } from './source.js'

function move(kit: 'appkit' | 'rainbowkit' | 'connectkit', text: string, file = 'app.tsx') {
  const source = openSource(file, text)
  if (!source) throw new Error('cannot be read')
  kits[kit]?.move(source)
  return source.finish()
}

test('a file without the kit is left alone, to the byte', () => {
  const text = "import x,{y}   from 'y'\r\n\tx( y )\n"
  for (const kit of ['appkit', 'rainbowkit', 'connectkit'] as const)
    expect(move(kit, text)).toEqual({ text, notes: [], needs: [] })
})

test('adapters of AppKit become calls, also where a network has the name of one', () => {
  const { text, notes } = move(
    'appkit',
    `import { SolanaAdapter } from '@reown/appkit-adapter-solana'
import { EthersAdapter as Eth } from '@reown/appkit-adapter-ethers'
import { mainnet, solana } from '@reown/appkit/networks'
export const adapters = [new Eth(), new SolanaAdapter({ wallets: [] })]
export const networks = [mainnet, solana]
`,
  )
  expect(text).toBe(`import { eip155 } from 'latchkey/eip155'
import { solana as solanaAdapter, solanaMainnet as solana } from 'latchkey/solana'
import { mainnet } from 'viem/chains'
export const adapters = [eip155(), solanaAdapter()]
export const networks = [mainnet, solana]
`)
  expect(notes).toEqual(['app.tsx:4 the options of the adapter were left out'])
})

test('what has no counterpart stays, and is named with its line', () => {
  const { text, notes } = move(
    'appkit',
    "import { createAppKit } from '@reown/appkit/react'\nimport { useAvailableExchanges } from '@reown/appkit-pay/react'\n",
  )
  expect(text).toBe(
    "import { createAppKit } from 'latchkey/compat/appkit'\nimport { useAvailableExchanges } from '@reown/appkit-pay/react'\n",
  )
  expect(notes).toEqual(['app.tsx:2 useAvailableExchanges has no counterpart; move it by hand'])
})

test('the hooks of AppKit’s own packages for wallet buttons and payments move with the others', () => {
  const { text, notes } = move(
    'appkit',
    "import { usePay, baseUSDC } from '@reown/appkit-pay/react'\nimport { useAppKitWallet } from '@reown/appkit-wallet-button/react'\n",
  )
  expect(text).toBe("import { usePay, baseUSDC, useAppKitWallet } from 'latchkey/compat/appkit'\n")
  expect(notes).toEqual([])
})

test('the provider, the buttons and the types of AppKit move; its class becomes a type', () => {
  const { text, notes } = move(
    'appkit',
    `import { AppKit, AppKitButton, AppKitProvider, type AppKitOptions } from '@reown/appkit/react'
import { AppKitAccountButton, AppKitConnectButton, AppKitNetworkButton } from '@reown/appkit/react'
`,
  )
  expect(
    text,
  ).toBe(`import { type AppKit, AppKitButton, AppKitProvider, type AppKitOptions, AppKitAccountButton, AppKitConnectButton, AppKitNetworkButton } from 'latchkey/compat/appkit'
`)
  expect(notes).toEqual([])
})

test('what is moved is there: `latchkey/compat/appkit` has each name that the command keeps', () => {
  const entry = readFileSync(new URL('../../../latchkey/src/compat/appkit.ts', import.meta.url), 'utf8')
  expect(keptNames.filter((name) => !new RegExp(`\\b${name}\\b`).test(entry))).toEqual([])
})

test('what comes from Vue is refused by its name, whatever file it stands in', () => {
  const text =
    "import { createAppKit, useAppKit } from '@reown/appkit/vue'\nexport { createAppKit, useAppKit }\n"
  for (const file of ['wallet.ts', 'app.tsx']) {
    const moved = move('appkit', text, file)
    expect(moved.text).toBe(text)
    expect(moved.notes).toHaveLength(2)
    expect(moved.notes[1]).toContain(`${file}:1 useAppKit is of Vue`)
  }
})

test('a name is known by the entry it comes from', () => {
  const text = "import { createAppKit } from '@reown/appkit/core'\ncreateAppKit({})\n"
  expect(move('appkit', text)).toMatchObject({
    text,
    notes: ['app.tsx:1 createAppKit has no counterpart; move it by hand'],
  })
})

test('sign-in of AppKit moves with its config and its message; its clients and its SIWX are named', () => {
  const { text, notes } = move(
    'appkit',
    `import { createSIWEConfig, formatMessage, getDidAddress, type SIWESession } from '@reown/appkit-siwe'
import { DefaultSIWX } from '@reown/appkit-siwx'
f(createSIWEConfig, formatMessage, getDidAddress, DefaultSIWX)
`,
  )
  expect(text).toContain(
    "import { createSIWEConfig, formatMessage, type SIWESession } from 'latchkey/compat/appkit'",
  )
  expect(notes).toEqual([
    'app.tsx:1 getDidAddress has no counterpart: the server verifies with verifySignIn of latchkey/server',
    'app.tsx:2 DefaultSIWX has no counterpart: give siwx of createLatchkey gatewaySignIn() of latchkey/signIn, or a Siwx of your own',
  ])
})

test('hooks about several wallets and the embedded one move, and what they return is left as it is', () => {
  const use = 'const { address, embeddedWalletInfo } = useAppKitAccount()\n'
  const { text, notes } = move(
    'appkit',
    `import { useAppKitAccount, useAppKitConnection, useAppKitConnections, type Connection } from '@reown/appkit/react'
import { useAppKitUpdateEmail } from '@reown/appkit-wallet-button/react'
${use}`,
  )
  expect(text).toBe(
    `import { useAppKitAccount, useAppKitConnection, useAppKitConnections, type Connection, useAppKitUpdateEmail } from 'latchkey/compat/appkit'
${use}`,
  )
  expect(notes).toEqual([])
})

test('an adapter that is used as a type or a base keeps its import, and is named', () => {
  const { text, notes } = move(
    'appkit',
    `import { SolanaAdapter } from '@reown/appkit-adapter-solana'
export const adapter: SolanaAdapter = new SolanaAdapter()
`,
  )
  expect(text).toContain("import { SolanaAdapter } from '@reown/appkit-adapter-solana'")
  expect(notes).toEqual(['app.tsx:1 SolanaAdapter has no counterpart; move it by hand'])
})

test('a hook of an adapter is not the hook of the same name that the kit has', () => {
  const { text, notes } = move(
    'appkit',
    `import { useAppKitConnection } from '@reown/appkit-adapter-solana/react'
export const useBalance = () => useAppKitConnection().connection?.getBalance
`,
  )
  expect(text).toContain("from '@reown/appkit-adapter-solana/react'")
  expect(notes).toEqual(['app.tsx:1 useAppKitConnection has no counterpart; move it by hand'])
})

test('what the networks of AppKit have beyond the chains of viem is not looked for there', () => {
  const { text, notes } = move(
    'appkit',
    `import { AVAILABLE_NAMESPACES, type CaipNetwork, base, defineChain } from '@reown/appkit/networks'
import all, { mainnet } from '@reown/appkit/networks'
export const a = [base, mainnet, defineChain, AVAILABLE_NAMESPACES, all] as CaipNetwork[]
`,
  )
  expect(text).toContain(`import { base, mainnet } from 'viem/chains'
import { defineChain } from 'viem'
import { AVAILABLE_NAMESPACES, type CaipNetwork } from '@reown/appkit/networks'
import all from '@reown/appkit/networks'
`)
  expect(notes).toEqual([
    'app.tsx:2 all of @reown/appkit/networks: move it by hand',
    'app.tsx:1 AVAILABLE_NAMESPACES has no counterpart; move it by hand',
    'app.tsx:1 CaipNetwork has no counterpart; move it by hand',
  ])
})

test('a button that an app draws itself is left to a person, and keeps its import', () => {
  const { text, notes } = move(
    'rainbowkit',
    `import { ConnectButton } from '@rainbow-me/rainbowkit'
export const A = () => <ConnectButton.Custom>{() => null}</ConnectButton.Custom>
`,
  )
  expect(text).toContain("import { ConnectButton } from '@rainbow-me/rainbowkit'")
  expect(notes).toEqual(['app.tsx:2 ConnectButton.Custom: use CustomButton of latchkey/react, by hand'])
})

test('sign-in of RainbowKit and ConnectKit is named with what it becomes', () => {
  expect(
    move('rainbowkit', "import { createAuthenticationAdapter } from '@rainbow-me/rainbowkit'\n").notes[0],
  ).toMatch(/^app\.tsx:1 createAuthenticationAdapter becomes siweConfig of createLatchkey/)
  expect(move('connectkit', "import { useSIWE } from 'connectkit'\n").notes[0]).toMatch(
    /^app\.tsx:1 useSIWE becomes useSignIn of latchkey\/react/,
  )
})

test('chains that are not written out, and hooks that are not taken apart, are left to a person', () => {
  const config =
    "import { getDefaultConfig } from '@rainbow-me/rainbowkit'\nconst c = getDefaultConfig(options)\n"
  expect(move('rainbowkit', config).text).toBe(config)
  expect(move('rainbowkit', config).notes).toHaveLength(1)
  const hook = "import { useModal } from 'connectkit'\nconst modal = useModal()\n"
  expect(move('connectkit', hook).text).toBe(hook)
  expect(move('connectkit', hook).notes).toHaveLength(1)
})

test('names that an app gave to what it imports are kept, and a script gets no types', () => {
  const { text } = move(
    'connectkit',
    `'use client'
import { ConnectKitButton as Wallet, useModal } from 'connectkit'
export function A() {
  const { setOpen: show } = useModal()
  return <Wallet onClick={() => show(true)} />
}
`,
    'app.jsx',
  )
  expect(text).toBe(`'use client'
import { useModal, LatchkeyButton } from 'latchkey/react'
export function A() {
  const modal = useModal()
  const show = (isOpen) => (isOpen ? modal.open() : modal.close())
  return <LatchkeyButton />
}
`)
})

test('a file that is not code is told apart', () => {
  expect(openSource('app.tsx', 'const = ;')).toBeUndefined()
})
