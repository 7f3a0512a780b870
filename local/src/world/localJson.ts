/** The facts of the running world for pages and tests that are not part of it: `<data>/local.json`, `/local.json`. */
import { bitcoinAccounts } from '../bitcoin/accounts.js'
import { networkId as bitcoinNetworkId } from '../bitcoin/networkId.js'
import { localAccounts, testMnemonic } from '../evm/accounts.js'
import { addresses, canonical, tokens } from '../evm/addresses.js'
import { chainId, networkId } from '../evm/chainId.js'
import { names } from '../evm/seed/names.js'
import type { Ports } from '../ports.js'
import { addressAt } from '../solana/derive.js'
import { networkId as solanaNetworkId } from '../solana/networkId.js'
import { solanaTokens } from '../solana/tokens.js'

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
      inbox: site(ports.people),
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
      [solanaNetworkId]: {
        name: 'Latchkey Local Solana',
        nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
        rpcUrl: `http://127.0.0.1:${ports.solana}`,
        webSocketUrl: `ws://127.0.0.1:${ports.solana}`,
        faucetUrl: `http://127.0.0.1:${ports.solana}/faucet`,
        tokens: Object.values(solanaTokens),
        accounts: names.map((name, index) => ({ name, address: addressAt(index) })),
      },
      [bitcoinNetworkId]: {
        name: 'Latchkey Local Bitcoin',
        nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
        /** Esplora's REST; POST /mine makes a block. */
        rpcUrl: `http://127.0.0.1:${ports.bitcoin}`,
        faucetUrl: `http://127.0.0.1:${ports.bitcoin}/faucet`,
        accounts: bitcoinPeople(),
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

/** The five with a past. */
function bitcoinPeople() {
  const { people } = bitcoinAccounts()
  return people.slice(0, names.length).map(({ payment, ordinals }, index) => ({
    name: names[index],
    address: payment.address,
    ordinals: ordinals.address,
  }))
}

export type LocalJson = ReturnType<typeof describeLocal>
