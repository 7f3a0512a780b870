/** The facts of the running world for pages and tests that are not part of it: `<data>/local.json`, `/local.json`. */
import { localAccounts, testMnemonic } from '../evm/accounts.js'
import { addresses, canonical, tokens } from '../evm/addresses.js'
import { chainId, networkId } from '../evm/chainId.js'
import { names } from '../evm/seed/names.js'
import type { Ports } from '../ports.js'

export function describeLocal(ports: Ports) {
  const site = (port: number) => `http://localhost:${port}`
  return {
    version: 1,
    urls: {
      playground: site(ports.playground),
      gateway: site(ports.gateway),
      wallet: site(ports.wallet),
      phone: site(ports.phone),
      docs: site(ports.docs),
    },
    networks: {
      [networkId]: {
        chainId,
        name: 'Latchkey Local',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrl: `http://127.0.0.1:${ports.evm}`,
        webSocketUrl: `ws://127.0.0.1:${ports.evm}`,
        faucetUrl: `http://127.0.0.1:${ports.evm}/faucet`,
        contracts: { ...addresses, ...canonical },
        tokens: Object.values(tokens),
      },
    },
    /** Public test keys: never send anything of value to them. */
    accounts: {
      mnemonic: testMnemonic,
      addresses: localAccounts().people.map(({ address }, index) => {
        const label = names[index]
        return label ? { address, name: `${label}.eth` } : { address }
      }),
    },
  }
}

export type LocalJson = ReturnType<typeof describeLocal>
