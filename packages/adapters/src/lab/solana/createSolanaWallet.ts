/** A programmable Solana wallet with real keys: it asks, refuses, forgets, lies and vanishes on command. */
import { type LabChange, labIcon } from '../createLabWallet.js'
import { createLabDesk, type LabControls, type LabRequest } from '../labDesk.js'
import { createLabEmitter } from '../labEmitter.js'
import { type FaceInput, presentSolana, type SolanaFace } from './solanaFace.js'
import { solanaLabKeys, solanaStrangerKey } from './solanaKeys.js'
import {
  answerSolana,
  isSolanaPrompt,
  type SolanaLabChain,
  type SolanaLabState,
  sharedKeys,
  solanaKey,
  solanaMethods,
} from './solanaMethods.js'

export interface SolanaWalletInput {
  readonly name?: string
  readonly uuid?: string
  /** Image data; a plain square unless given. */
  readonly icon?: string
  /** Seeds of 32 bytes in hexadecimal; the accounts it shares, the active one first. */
  readonly privateKeys?: readonly string[]
  /** What it takes; the four of the Wallet Standard unless given. */
  readonly chains?: readonly SolanaLabChain[]
  /** Versions of transactions that it can read. */
  readonly versions?: readonly ('legacy' | number)[]
  /** Features that wait for `approve()` or `reject()`, or `true` for every question a person would see. */
  readonly asks?: readonly string[] | true
  /** Features it does not have, such as `solana:signIn`. */
  readonly lacks?: readonly string[]
  /** Signs texts in the off-chain envelope, as hardware wallets do. */
  readonly isHardware?: boolean
  /** The page was let in before. */
  readonly isAuthorised?: boolean
  readonly fetch?: typeof globalThis.fetch
}

export interface SolanaLabWallet extends LabControls {
  readonly name: string
  /** What pages see in this process; `installSolanaWallet` puts one like it into a browser. */
  readonly face: SolanaFace
  /** What a page must know to build it. */
  readonly input: Omit<FaceInput, 'line'>
  /** The wallet's end of a line into a browser. */
  readonly line: {
    readonly uuid: string
    request(request: LabRequest): Promise<unknown>
    onEvent(listener: (event: string, value: unknown) => void): () => void
  }
  /** The active one first. */
  readonly addresses: readonly string[]
  readonly isAuthorised: boolean
  readonly isLocked: boolean
  /** How many listeners pages of this process have left. */
  readonly listeners: number
  /** The person chooses another account; `isSilent` leaves out the event that should come with it. */
  switchAccount(account: string | number, options?: LabChange): void
  /** The wallet gains or loses features, as after an update or on another device. */
  changeFeatures(features: readonly string[]): void
  lock(): void
  unlock(): void
  /** The person takes back the page's permission. */
  revoke(): void
  /** The extension is removed or crashes: nothing is answered any more. */
  vanish(): void
}

const everyChain: readonly SolanaLabChain[] = ['mainnet', 'devnet', 'testnet', 'localnet'].map((cluster) => ({
  id: `solana:${cluster}`,
}))

export async function createSolanaWallet({
  name = 'Lab Solana',
  uuid = crypto.randomUUID(),
  icon = labIcon,
  privateKeys = solanaLabKeys,
  chains = everyChain,
  versions = ['legacy', 0],
  asks = [],
  lacks = [],
  isHardware = false,
  isAuthorised = false,
  fetch = globalThis.fetch.bind(globalThis),
}: SolanaWalletInput = {}): Promise<SolanaLabWallet> {
  // The curve comes with the first wallet, so that tests without one do not need it.
  const { getPublicKeyAsync } = await import('@noble/ed25519')
  const [stranger, ...keys] = await Promise.all(
    [solanaStrangerKey, ...privateKeys].map(async (seed) => {
      const privateKey = Uint8Array.from(seed.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
      return solanaKey(privateKey, await getPublicKeyAsync(privateKey))
    }),
  )
  if (!stranger) throw new Error('A wallet needs a key')
  const emitter = createLabEmitter()
  const desk = createLabDesk({ name, asks, lacks })
  const tell = ({ isSilent }: LabChange = {}) => {
    if (!isSilent) emitter.emit('change', { accounts: sharedKeys(state) })
  }
  const state: SolanaLabState = {
    keys,
    isAuthorised,
    isLocked: false,
    chains,
    stranger,
    isHardware,
    fetch,
    tell,
  }

  const request = (asked: LabRequest) =>
    desk.ask({
      ...asked,
      isPrompt: isSolanaPrompt(state, asked),
      isSingle: asked.method === 'standard:connect',
      locked: { accounts: [] },
      answer: (how) => answerSolana(state, asked, how),
    })

  const input = {
    name,
    icon,
    chains: chains.map(({ id }) => id),
    features: solanaMethods.filter((method) => !lacks.includes(method)),
    versions,
    accounts: [],
  }
  // Errors and bytes cross the line in this process as they do into a browser.
  const face = presentSolana({ ...input, line: '' }, { request, on: emitter.on, off: emitter.off })

  return {
    ...desk,
    get prompts() {
      return desk.prompts
    },
    name,
    face,
    input,
    line: { uuid, request, onEvent: emitter.onAny },
    get addresses() {
      return state.keys.map(({ address }) => address)
    },
    get isAuthorised() {
      return state.isAuthorised
    },
    get isLocked() {
      return state.isLocked
    },
    get listeners() {
      return face.listeners()
    },
    switchAccount(wanted, options) {
      const chosen = state.keys.find(({ address }, i) => i === wanted || address === wanted)
      if (!chosen) throw new Error(`${name} has no account ${wanted}`)
      state.keys = [chosen, ...state.keys.filter((each) => each !== chosen)]
      tell(options)
    },
    changeFeatures: (features) => emitter.emit('change', { features }),
    lock() {
      state.isLocked = true
      tell()
    },
    unlock() {
      state.isLocked = false
      tell()
    },
    revoke() {
      state.isAuthorised = false
      tell()
    },
  }
}
