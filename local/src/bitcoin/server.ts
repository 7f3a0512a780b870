/** HTTP in front of the chain, on loopback only: Esplora's REST, sending, mining on demand, health, and the faucet. */
import type { ServerResponse } from 'node:http'
import { hex } from '@scure/base'
import type { Faucet } from '../faucet.js'
import { serveFaucet } from '../faucetPage.js'
import { type HttpLimits, readBody, sendJson } from '../http.js'
import { closeServer, createLoopbackServer, listen, refuseMethod, type Serve } from '../loopbackServer.js'
import type { BitcoinLedger } from './ledger.js'
import { Rejection } from './rejection.js'
import { createRoutes, InvalidAddress, type Told } from './routes.js'
import { decodeTx, longestHex, type Tx } from './transaction.js'

/** Blocks at once; ten times what a coin takes to ripen. */
export const mostBlocks = 1000
const smallBody = 1024

export async function serveBitcoin(options: {
  ledger: BitcoinLedger
  faucet: Faucet
  port: number
  now: () => number
  limits?: Partial<HttpLimits> | undefined
}): Promise<{ port: number; close(): Promise<void> }> {
  const { ledger, faucet, now } = options
  const read = createRoutes(ledger)

  const post: Readonly<Record<string, (body: string, response: ServerResponse) => unknown>> = {
    '/tx': (body, response) => {
      try {
        return sendText(response, 200, ledger.accept(readTx(body)).tx.txid)
      } catch (error) {
        if (!(error instanceof Rejection)) throw error
        // The form in which Esplora passes on the words of its node.
        const { code, message } = error
        return sendText(response, 400, `sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`)
      }
    },
    '/mine': (body, response) => {
      const blocks = readCount(body)
      if (blocks === undefined)
        return sendJson(response, 400, { error: `send {"blocks":n} with n from 1 to ${mostBlocks}` })
      const hashes = Array.from({ length: blocks }, () => ledger.mine(now()).hash)
      return sendJson(response, 200, { height: ledger.tip().height, blocks: hashes })
    },
  }

  const serve: Serve = async (request, response, path) => {
    if (path === '/faucet')
      return serveFaucet(request, response, { faucet, network: 'the local Bitcoin regtest' })
    const handle = Object.hasOwn(post, path) ? post[path] : undefined
    if (handle) {
      if (request.method !== 'POST') return refuseMethod(response, 'POST, OPTIONS')
      const body = await readBody(request, path === '/tx' ? longestHex : smallBody)
      return handle(body, response)
    }
    if (request.method !== 'GET') return refuseMethod(response, 'GET, OPTIONS')
    if (path === '/healthz') return sendJson(response, 200, { height: ledger.tip().height })
    try {
      return answer(response, read(path))
    } catch (error) {
      if (!(error instanceof InvalidAddress)) throw error
      return sendText(response, 400, 'Invalid Bitcoin address')
    }
  }

  const server = createLoopbackServer({
    limits: options.limits,
    serve,
    bodyOf: (status) => ({ error: status === 413 ? 'body too large' : 'internal error' }),
  })
  const port = await listen(server, options.port)
  return { port, close: () => closeServer(server) }
}

function readTx(body: string): Tx {
  try {
    return decodeTx(hex.decode(body.trim()))
  } catch {
    throw new Rejection(-22, 'TX decode failed. Make sure the tx has at least one input.')
  }
}

/** One block where nothing is said. */
function readCount(body: string): number | undefined {
  if (body.trim() === '') return 1
  try {
    const parsed: unknown = JSON.parse(body)
    const blocks =
      typeof parsed === 'object' && parsed !== null && 'blocks' in parsed ? parsed.blocks : undefined
    const isGood =
      typeof blocks === 'number' && Number.isInteger(blocks) && blocks >= 1 && blocks <= mostBlocks
    return isGood ? blocks : undefined
  } catch {
    return undefined
  }
}

function answer(response: ServerResponse, told: Told) {
  if (!told) return sendText(response, 404, 'not found')
  if ('json' in told) return sendJson(response, 200, told.json)
  if ('text' in told) return sendText(response, 200, told.text)
  return response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(told.bytes)
}

function sendText(response: ServerResponse, status: number, text: string) {
  return response.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end(text)
}
