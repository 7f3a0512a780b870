/** The process of the local Bitcoin regtest: listens when it is seeded, closes on a signal. */
import { onStop } from '../onStop.js'
import { startBitcoin } from './startBitcoin.js'

const defaultInterval = 5000

const bitcoin = await startBitcoin({
  port: Number(process.env.LATCHKEY_BITCOIN_PORT ?? 3007),
  blockInterval: Number(process.env.LATCHKEY_BITCOIN_INTERVAL ?? defaultInterval),
})
onStop(() => bitcoin.close())
console.log(`${bitcoin.networkId} listens on ${bitcoin.url}`)
