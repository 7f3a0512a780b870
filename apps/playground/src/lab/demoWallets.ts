/**
 * Demo wallets in the page: real keys of the local chain's test mnemonic, announced by EIP-6963 like an extension.
 * Worth nothing anywhere else, so they may live in a web page.
 */
import {
  announceWallet,
  createLabWallet,
  createSolanaWallet,
  type LabWallet,
  type LabWalletInput,
  labKeys,
} from 'latchkey/testing'
import { brassIcon, demoIcon, harborIcon } from '../icons.js'

const chains = [
  { id: 31337, rpcUrl: '/gateway/v1?chainId=eip155:31337' },
  { id: 1, rpcUrl: '/gateway/v1?chainId=eip155:1' },
] as const

const [first, second, third] = labKeys

const inputs: readonly (Omit<LabWalletInput, 'chains'> & { readonly rdns: string })[] = [
  {
    name: 'Demo Wallet',
    rdns: 'demo.latchkey.wallet',
    icon: demoIcon,
    privateKeys: [first, second],
    // Lets the page in at once, so that the first minute is short; it asks before it signs.
    asks: ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'],
  },
  { name: 'Brass Demo', rdns: 'demo.latchkey.brass', icon: brassIcon, privateKeys: [third], asks: true },
  {
    name: 'Harbor Demo',
    rdns: 'demo.latchkey.harbor',
    icon: harborIcon,
    privateKeys: [second, third],
    asks: true,
  },
]

/** Of Solana, by the Wallet Standard; it says yes to everything. */
const solanaName = 'Sunny Demo'

const storageKey = 'playground:authorised'

/** They remember across a reload which of them let the page in. */
export async function installDemoWallets(): Promise<readonly LabWallet[]> {
  const authorised = readAuthorised()
  const wallets = await Promise.all(
    inputs.map((input) =>
      createLabWallet({ ...input, chains, isAuthorised: authorised.includes(input.rdns) }),
    ),
  )
  for (const wallet of wallets) announceWallet(wallet)
  const solana = await createSolanaWallet({
    name: solanaName,
    icon: brassIcon,
    isAuthorised: authorised.includes(solanaName),
  })
  // Where the page has no adapter for it, nobody listens.
  solana.face.register(window)
  window.addEventListener('pagehide', () => {
    const now = wallets.filter((wallet) => wallet.isAuthorised).map(({ info }) => info.rdns)
    sessionStorage.setItem(storageKey, JSON.stringify(solana.isAuthorised ? [...now, solanaName] : now))
  })
  return wallets
}

function readAuthorised(): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}
