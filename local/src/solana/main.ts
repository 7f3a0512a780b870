/** The process of the local Solana chain: listens when it is seeded, closes on a signal. */
import { onStop } from '../onStop.js'
import { startSolana } from './startSolana.js'

const solana = await startSolana({
  port: Number(process.env.LATCHKEY_SOLANA_PORT ?? 3005),
  socketPort: Number(process.env.LATCHKEY_SOLANA_SOCKET_PORT ?? 3006),
})
onStop(() => solana.close())
console.log(`${solana.networkId} listens on ${solana.url}, its WebSocket also on ${solana.webSocketUrl}`)
