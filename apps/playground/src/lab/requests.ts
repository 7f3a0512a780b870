/** The requests of the panel. */
import type { Address, Namespace } from '@latchkey/spec/caip'
import type { Kit } from 'latchkey'

interface Subject {
  readonly address: Address
  readonly namespace: Namespace
  readonly chainId: number
}

export interface Request {
  readonly name: string
  /** Where it can be asked for; everywhere unless given. */
  readonly on?: readonly Namespace[]
  /** Answers with what to show. */
  ask(kit: Kit, subject: Subject): Promise<string>
}

const requests: readonly Request[] = [
  {
    name: 'Sign message',
    ask: (kit) => kit.signMessage({ message: 'Hello from the Latchkey playground' }),
  },
  {
    name: 'Sign typed data',
    on: ['eip155'],
    ask: (kit, { address, chainId }) =>
      kit.signTypedData({
        data: {
          domain: { name: 'Latchkey playground', version: '1', chainId },
          types: {
            Greeting: [
              { name: 'from', type: 'address' },
              { name: 'text', type: 'string' },
            ],
          },
          primaryType: 'Greeting',
          message: { from: address, text: 'Hello' },
        },
      }),
  },
  {
    name: 'Send test transaction',
    on: ['eip155', 'solana'],
    // One thousandth, to the sender itself.
    ask: (kit, { address, namespace }) =>
      kit.sendTransaction({
        transaction:
          namespace === 'solana'
            ? { transfer: { to: address, amount: 1_000_000n } }
            : { to: address, value: 1_000_000_000_000_000n },
      }),
  },
]

export const requestsOn = (namespace: Namespace): readonly Request[] =>
  requests.filter(({ on }) => on === undefined || on.includes(namespace))
