/** What of wagmi 2 an app uses is moved to wagmi 3, or named with its line. */
import { expect, test } from 'vitest'
import { openSource } from './source.js'
import { moveWagmi } from './wagmiThree.js'

function move(text: string, file = 'app.tsx') {
  const source = openSource(file, text)
  if (!source) throw new Error('cannot be read')
  const needed = moveWagmi(source)
  return { ...source.finish(), needed }
}

test('hooks have their names of wagmi 3, in what they are called and in what they answer', () => {
  const { text, notes } =
    move(`import { useAccount, useContractRead, useSignMessage as useSign, WagmiConfig } from 'wagmi'
export function A() {
  const { address } = useAccount()
  const { signMessage, signMessageAsync: ask, data } = useSign()
  useContractRead({ abi: [] })
  return <WagmiConfig value={{ useAccount: 1, signMessage, ask, data, address }} />
}
`)
  expect(
    text,
  ).toBe(`import { useSignMessage as useSign, useConnection, useReadContract, WagmiProvider } from 'wagmi'
export function A() {
  const { address } = useConnection()
  const { mutate: signMessage, mutateAsync: ask, data } = useSign()
  useReadContract({ abi: [] })
  return <WagmiProvider value={{ useAccount: 1, signMessage, ask, data, address }} />
}
`)
  expect(notes).toEqual([])
})

test('a name that is a key too, or whose successor is taken, stays what the file calls it', () => {
  expect(move("import { useAccount } from 'wagmi'\nexport const all = { useAccount }\n").text).toBe(
    "import { useConnection as useAccount } from 'wagmi'\nexport const all = { useAccount }\n",
  )
  expect(
    move("import { getAccount } from '@wagmi/core'\nconst getConnection = 1\nf(getAccount, getConnection)\n")
      .text,
  ).toContain("import { getConnection as getAccount } from '@wagmi/core'")
})

test('what wagmi 3 has no more is named with its line', () => {
  const { text, notes } = move(`import { useBalance, useToken } from 'wagmi'
import { gemini, walletConnect } from 'wagmi/connectors'
const { data } = useBalance({
  token: '0x',
})
const text = data.formatted
f(useToken, gemini, walletConnect, text)
`)
  expect(text).toContain("import { useBalance, useToken } from 'wagmi'")
  expect(notes.map((note) => note.split(' ').slice(0, 2).join(' '))).toEqual([
    'app.tsx:1 useToken',
    'app.tsx:2 gemini',
    'app.tsx:2 walletConnect',
    'app.tsx:4 token',
    'app.tsx:6 formatted',
  ])
})

test('connectors that load a package have it from the app now', () => {
  const { needed, notes } = move(
    "import { injected, metaMask, safe } from 'wagmi/connectors'\nf(injected, metaMask, safe)\n",
  )
  expect([...needed.keys()]).toEqual([
    '@metamask/connect-evm',
    '@safe-global/safe-apps-provider',
    '@safe-global/safe-apps-sdk',
  ])
  expect(notes).toEqual([])
})

test('names that only sound like those of wagmi are left alone', () => {
  const text = "import { useAccount } from './own'\nconst { connect } = useConnect()\nuseAccount(connect)\n"
  expect(move(text).text).toBe(text)
})
