/** The process of the people’s side of the local world: their mailboxes, and the services that they sign in with. */

import { createFarcaster } from '../farcaster/createFarcaster.js'
import { createLimitedServer } from '../http.js'
import { onStop } from '../onStop.js'
import { createInbox } from './inboxPage.js'
import { startMail } from './startMail.js'

const port = Number(process.env.LATCHKEY_PEOPLE_PORT ?? 3010)
const mail = await startMail({ port: Number(process.env.LATCHKEY_SMTP_PORT ?? 3011) })
const walletUrl = process.env.LATCHKEY_PEOPLE_WALLET_URL ?? 'http://localhost:3002'
const url = `http://localhost:${port}`
const inbox = createInbox(mail)
const farcaster = createFarcaster(() => url)

// The library warns, as it loads, of what matters for a real service; this one forgets everything when it ends.
const { warn } = console
console.warn = () => {}
const { createIdentity } = await import('../identity/createIdentity.js')
const identity = createIdentity({ url, walletUrl: () => walletUrl })
console.warn = warn

const server = createLimitedServer(undefined, (request, response) => {
  if (!inbox(request, response) && !farcaster(request, response)) identity(request, response)
})
await new Promise<void>((resolve, reject) => {
  server.once('error', reject)
  server.listen(port, '127.0.0.1', resolve)
})
onStop(async () => {
  server.close()
  server.closeAllConnections()
  await mail.stop()
})
console.log(`inbox on ${url}, mails on port ${mail.port}`)
