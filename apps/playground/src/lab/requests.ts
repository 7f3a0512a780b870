/** The requests of the panel. */
import type { Address } from '@latchkey/spec/caip'
import type { Kit } from 'latchkey'

interface Subject {
  readonly address: Address
  readonly chainId: number
}

interface Request {
  readonly name: string
  /** Answers with what to show. */
  ask(kit: Kit, subject: Subject): Promise<string>
}

export const requests: readonly Request[] = [
  {
    name: 'Sign message',
    ask: (kit) => kit.signMessage({ message: 'Hello from the Latchkey playground' }),
  },
  {
    name: 'Sign typed data',
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
    // One thousandth, to the sender itself.
    ask: (kit, { address }) =>
      kit.sendTransaction({ transaction: { to: address, value: 1_000_000_000_000_000n } }),
  },
]
