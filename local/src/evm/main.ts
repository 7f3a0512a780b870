/** The process of the local EVM chain: listens when it is seeded, closes on a signal. */
import { onStop } from '../onStop.js'
import { localAccounts } from './accounts.js'
import { startEvm } from './startEvm.js'

/** Blocks keep coming, so that confirmations are counted up and the chain's time goes on. */
const defaultInterval = 5000

/** Where the gateway answers for names; absent: its zone is not on this chain. */
const namesUrl = process.env.LATCHKEY_EVM_NAMES_URL

const evm = await startEvm({
  port: Number(process.env.LATCHKEY_EVM_PORT ?? 3004),
  blockInterval: Number(process.env.LATCHKEY_EVM_INTERVAL ?? defaultInterval),
  ...(namesUrl && { zone: { name: 'latch.id', url: namesUrl, signer: localAccounts().names.address } }),
})
onStop(() => evm.close())
console.log(`eip155:${evm.chainId} listens on ${evm.url}`)
