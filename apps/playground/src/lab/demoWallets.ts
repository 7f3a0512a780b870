/**
 * Demo wallets in the page: real keys that everybody knows, shown as extensions of each namespace show themselves.
 * Worth nothing anywhere else, so they may live in a web page.
 */
import {
  announceWallet,
  createBitcoinWallet,
  createLabWallet,
  createPolkadotLabWallet,
  createSolanaWallet,
  injectBitcoinWallet,
  injectPolkadotWallet,
  type LabWalletInput,
  labKeys,
} from 'latchkey/testing'
import { brassIcon, demoIcon, harborIcon } from '../icons.js'
import { anyAtOnce, changeAccount, eip155AtOnce } from './misbehaviours.js'
import type { PageWallet } from './pageWallet.js'

const chains = [
  { id: 31337, rpcUrl: '/gateway/v1?chainId=eip155:31337' },
  { id: 1, rpcUrl: '/gateway/v1?chainId=eip155:1' },
] as const

const [first, second, third] = labKeys

const inputs: readonly (Omit<LabWalletInput, 'chains'> & { readonly name: string; readonly rdns: string })[] =
  [
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

const storageKey = 'playground:authorised'

/** They remember across a reload which of them let the page in. */
export async function installDemoWallets(): Promise<readonly PageWallet[]> {
  const authorised = readAuthorised()
  const wasIn = (id: string) => authorised.includes(id)
  const [ethereum, ...others] = await Promise.all([
    installEthereum(wasIn),
    installSolana(wasIn),
    installBitcoin(wasIn),
    installPolkadot(wasIn),
  ])
  const made = [...ethereum, ...others]
  window.addEventListener('pagehide', () => {
    const now = made.filter((wallet) => wallet.isAuthorised()).map(({ id }) => id)
    sessionStorage.setItem(storageKey, JSON.stringify(now))
  })
  return made
}

type WasIn = (id: string) => boolean

async function installEthereum(wasIn: WasIn): Promise<readonly PageWallet[]> {
  const create = (input: (typeof inputs)[number]) =>
    createLabWallet({ ...input, chains, isAuthorised: wasIn(input.rdns) })
  const made = await Promise.all(inputs.map(async (input) => ({ input, wallet: await create(input) })))
  // In the order of the table, whichever was made first: so they stand in the list.
  return made.map(({ input: { rdns: id, name }, wallet }) => {
    announceWallet(wallet)
    return {
      id,
      name,
      namespace: 'eip155',
      controls: wallet,
      signing: 'personal_sign',
      atOnce: eip155AtOnce(wallet),
      isAuthorised: () => wallet.isAuthorised,
    }
  })
}

/** By the Wallet Standard; it lets the page in at once. Where the page has no adapter for it, nobody listens. */
async function installSolana(wasIn: WasIn): Promise<PageWallet> {
  const name = 'Sunny Demo'
  const asks = [
    'solana:signMessage',
    'solana:signTransaction',
    'solana:signAndSendTransaction',
    'solana:signIn',
  ]
  const wallet = await createSolanaWallet({ name, icon: brassIcon, asks, isAuthorised: wasIn(name) })
  wallet.face.register(window)
  return {
    id: name,
    name,
    namespace: 'solana',
    controls: wallet,
    signing: 'solana:signMessage',
    atOnce: [changeAccount(() => wallet.switchAccount(wallet.addresses.length - 1)), ...anyAtOnce(wallet)],
    isAuthorised: () => wallet.isAuthorised,
  }
}

/** As the wallets of sats-connect: an address for payments, and one for inscriptions. */
async function installBitcoin(wasIn: WasIn): Promise<PageWallet> {
  const name = 'Satchel Demo'
  const wallet = await createBitcoinWallet({
    name,
    // The same after a reload: it is what the kit finds the wallet by.
    uuid: 'b1a5e1de-5a7c-4e1d-8c5e-5a7c4e1d0001',
    icon: harborIcon,
    networks: ['regtest'],
    asks: ['signMessage', 'signPsbt', 'sendTransfer'],
    isAuthorised: wasIn(name),
  })
  await injectBitcoinWallet(wallet, { target: window })
  const other = () => wallet.accounts.at(-1)?.[0]?.address ?? ''
  return {
    id: name,
    name,
    namespace: 'bip122',
    controls: wallet,
    signing: 'signMessage',
    atOnce: [changeAccount(() => wallet.switchAccount(other())), ...anyAtOnce(wallet)],
    isAuthorised: () => wallet.isAuthorised,
  }
}

/** Under `window.injectedWeb3`, with a key of each kind. */
async function installPolkadot(wasIn: WasIn): Promise<PageWallet> {
  const key = 'dotted-demo'
  const asks = ['signRaw', 'signPayload']
  const wallet = await createPolkadotLabWallet({ key, asks, isAuthorised: wasIn(key) })
  // Extensions put themselves there, and the page's own types know nothing of it.
  injectPolkadotWallet(wallet, window as Parameters<typeof injectPolkadotWallet>[1])
  return {
    id: key,
    name: 'Dotted demo',
    namespace: 'polkadot',
    controls: wallet,
    signing: 'signRaw',
    atOnce: [changeAccount(() => wallet.putFirst(wallet.addresses.at(-1) ?? '')), ...anyAtOnce(wallet)],
    isAuthorised: () => wallet.isAuthorised,
  }
}

function readAuthorised(): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}
