/** The Solana adapter against the suite, with signatures checked by the runtime's own ed25519. */
import { asAddress } from '@latchkey/spec/caip'
import { decodeBase58 } from '@latchkey/spec/validation'
import { describe, test } from 'vitest'
import {
  type ConformanceOptions,
  type ConformanceQuestion,
  type ConformanceWorld,
  conformanceCases,
} from '../conformance.js'
import { createSolanaWallet } from '../lab/solana/createSolanaWallet.js'
import { solana } from './solana.js'
import { devnet, isEd25519, mainnet, solanaNetwork } from './testWorld.js'

const features: Readonly<Record<ConformanceQuestion, string>> = {
  connect: 'standard:connect',
  signMessage: 'solana:signMessage',
  // Wallets of the Wallet Standard have no network to move.
  switchNetwork: '',
}

async function solanaWorld({ asks }: ConformanceOptions): Promise<ConformanceWorld> {
  const target = new EventTarget()
  const lab = await createSolanaWallet({ asks: asks.map((question) => features[question]) })
  lab.face.register(target)
  const [first = '', second = ''] = lab.addresses
  return {
    adapter: solana({ target }),
    networks: [solanaNetwork(mainnet), solanaNetwork(devnet)],
    wallet: {
      connectorId: lab.name,
      addresses: [asAddress(first), asAddress(second)],
      asked: (question) => lab.asked(features[question]),
      approve: (question) => lab.approve(features[question]),
      reject: (question) => lab.reject(features[question]),
      switchAccount: (address) => lab.switchAccount(address),
      leave: () => lab.revoke(),
      signWrongly: () => lab.next.signWrongly('solana:signMessage'),
      verify: ({ address, message, signature }) =>
        isEd25519(address, new TextEncoder().encode(message), decodeBase58(signature) ?? new Uint8Array()),
      get isAuthorised() {
        return lab.isAuthorised
      },
      get questions() {
        return lab.seen.length
      },
      get listeners() {
        return lab.listeners
      },
    },
  }
}

describe('the solana adapter conforms', () => {
  const absent = {
    switchNetwork: 'by the Wallet Standard each request names its network, and a wallet has none',
  }
  const cases = conformanceCases(solanaWorld, absent).map(({ title, run }) => [title, run] as const)
  test.each(cases)('%s', (_, run) => run())
})
