/** A kit with the Solana adapter and a lab wallet, on a clock the test moves; for the tests of this folder. */
import { type CreateLatchkeyOptions, createLatchkey, type Kit } from '@latchkey/core'
import { createFakeClock, createFakeStorage, type FakeClock, type FakeStorage } from '@latchkey/core/testing'
import type { NetworkId } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'
import { decodeBase58 } from '@latchkey/spec/validation'
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import {
  createSolanaWallet,
  type SolanaLabWallet,
  type SolanaWalletInput,
} from '../lab/solana/createSolanaWallet.js'
import { transferSol } from './programs.js'
import { solana } from './solana.js'
import type { SolanaInstruction } from './transactions.js'

/** Nobody listens there, so a test that reaches it without meaning to fails at once. */
const nowhere = 'http://127.0.0.1:9'

export function solanaNetwork(caipNetworkId: NetworkId, rpcUrl = nowhere): Network {
  return {
    id: caipNetworkId.slice(caipNetworkId.indexOf(':') + 1),
    chainNamespace: 'solana',
    caipNetworkId,
    name: caipNetworkId,
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: [rpcUrl] } },
  }
}

export const devnet: NetworkId = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
export const mainnet: NetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

export interface SolanaWorld {
  readonly kit: Kit
  readonly wallet: SolanaLabWallet
  readonly target: EventTarget
  readonly clock: FakeClock
  readonly storage: FakeStorage
}

export interface SolanaWorldInput extends Partial<CreateLatchkeyOptions> {
  readonly wallet?: SolanaWalletInput
  readonly given?: SolanaLabWallet
  readonly fakeStorage?: FakeStorage
  /** The real clock, for tests that wait for a real chain. */
  readonly isReal?: boolean
}

export async function createSolanaWorld({
  wallet: walletInput,
  given,
  fakeStorage = createFakeStorage(),
  isReal = false,
  ...options
}: SolanaWorldInput = {}): Promise<SolanaWorld> {
  const wallet = given ?? (await createSolanaWallet(walletInput))
  const target = new EventTarget()
  wallet.face.register(target)
  const clock = createFakeClock()
  const kit = createLatchkey({
    networks: [solanaNetwork(mainnet), solanaNetwork(devnet)],
    logLevel: 'silent',
    isMobile: false,
    ...options,
    storage: fakeStorage,
    ...(isReal ? {} : { clock }),
    adapters: [solana({ target })],
  })
  return { kit, wallet, target, clock, storage: fakeStorage }
}

export const connect = ({ kit, wallet }: SolanaWorld) => kit.connect({ connectorId: wallet.name })

/** By the runtime's own ed25519: an opinion that shares no code with the adapter. */
export async function isEd25519(address: string, bytes: Uint8Array, signature: Uint8Array): Promise<boolean> {
  const raw = Uint8Array.from(decodeBase58(address) ?? [])
  const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), Uint8Array.from(bytes))
}

export interface TestTransactionInput {
  readonly payer: string
  readonly version?: 'legacy' | 0
  readonly instructions?: readonly SolanaInstruction[]
  readonly blockhash?: string
}

/** A transaction as an app would hand it in, made with the library alone; nobody has signed it. */
export function testTransaction({
  payer,
  version = 0,
  instructions = [transferSol(payer, payer, 1n)],
  blockhash: hash = '11111111111111111111111111111111',
}: TestTransactionInput): Uint8Array {
  // Addresses of wallets and constants of the test; the encoder refuses what is none.
  const blockhash = hash as Blockhash
  const message = pipe(
    createTransactionMessage({ version }),
    (empty) => setTransactionMessageFeePayer(payer as Address, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 1n }, paid),
    (living) =>
      appendTransactionMessageInstructions(instructions as unknown as readonly Instruction[], living),
  )
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)))
}
