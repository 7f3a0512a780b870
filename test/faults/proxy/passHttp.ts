/** Passes requests and upgrades on, and breaks their answers as the weather says. */
import {
  request as ask,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Weather } from './faultProxy.js'
import { type Fault, flip, garbagePage } from './faults.js'
import { joinStreams } from './passStream.js'

/** A text message of a socket of the Web, from a server. */
const garbageFrame = Buffer.concat([Buffer.from([0x81, garbagePage.length]), Buffer.from(garbagePage)])

export function passRequest(request: IncomingMessage, response: ServerResponse, weather: Weather): void {
  // A preflight asks whether one may ask: refused by a server in trouble, every trouble would look the same.
  const isPreflight = request.method === 'OPTIONS'
  const isMeant = weather.isMeant(request.url ?? '/') && !isPreflight
  const fault = isMeant ? weather.fault() : undefined
  if (fault) weather.count()
  if (fault === 'refuse') return void request.socket.resetAndDestroy()
  if (fault === 'silence') return void request.resume()
  if (fault === '429' || fault === '500' || fault === 'garbage') {
    request.resume()
    return answerWrong(request, response, fault)
  }
  const stop = weather.onChange((next) => {
    if (!isMeant || (next !== 'refuse' && next !== 'cut')) return
    weather.count()
    request.socket.destroy()
  })
  response.once('close', stop)
  const { method, url: path } = request
  const headers = headersFrom(request, weather)
  const upstream = ask({ host: '127.0.0.1', port: weather.target, method, path, headers, agent: false })
  upstream.once('response', (answer) => void passAnswer(answer, response, fault, weather))
  upstream.once('error', () => response.destroy())
  response.once('close', () => upstream.destroy())
  request.pipe(upstream)
}

function headersFrom({ headers }: IncomingMessage, weather: Weather): OutgoingHttpHeaders {
  const address = weather.addressOf(headers)
  return address === undefined ? headers : { ...headers, 'x-forwarded-for': address }
}

/** The page that asks may read what is wrong, as it may with a gateway that is only busy. */
function answerWrong(
  { headers: { origin } }: IncomingMessage,
  response: ServerResponse,
  fault: '429' | '500' | 'garbage',
): void {
  const readable: OutgoingHttpHeaders = origin
    ? { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
    : {}
  if (fault === '429')
    return void response.writeHead(429, { ...readable, 'retry-after': '1' }).end('Too many requests')
  if (fault === '500') return void response.writeHead(500, readable).end('Internal server error')
  response.writeHead(200, { ...readable, 'content-type': 'text/html; charset=utf-8' }).end(garbagePage)
}

async function passAnswer(
  answer: IncomingMessage,
  response: ServerResponse,
  fault: Fault | undefined,
  weather: Weather,
): Promise<void> {
  answer.once('error', () => response.destroy())
  if (fault === 'delay') await pause(weather.delay)
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.headers)
  if (fault !== 'cut' && fault !== 'corrupt') return void answer.pipe(response)
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  if (fault === 'corrupt') return void response.end(flip(body))
  response.write(body.subarray(0, body.length / 2), () => response.destroy())
  // Nothing to cut: the answer breaks off before its end is said.
  if (body.length === 0) response.destroy()
}

/** The handshake goes through or does not; what is broken in between is broken in the messages that follow. */
export function passUpgrade(request: IncomingMessage, near: Socket, head: Buffer, weather: Weather): void {
  const isMeant = weather.isMeant(request.url ?? '/')
  const fault = isMeant ? weather.fault() : undefined
  near.on('error', () => near.destroy())
  if (fault) weather.count()
  if (fault === 'refuse') return void near.resetAndDestroy()
  if (fault === 'silence') return void near.resume()
  if (fault === '429')
    return void near.end('HTTP/1.1 429 Too Many Requests\r\nretry-after: 1\r\ncontent-length: 0\r\n\r\n')
  if (fault === '500') return void near.end('HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\n\r\n')
  const { method, url: path } = request
  const headers = headersFrom(request, weather)
  const upstream = ask({ host: '127.0.0.1', port: weather.target, method, path, headers, agent: false })
  upstream.once('error', () => near.destroy())
  upstream.once('response', (answer) => {
    near.write(headOf(answer))
    answer.pipe(near)
  })
  upstream.once('upgrade', (answer, far: Socket, early: Buffer) => {
    near.write(headOf(answer))
    if (early.length > 0) near.write(early)
    if (head.length > 0) far.write(head)
    joinStreams(near, far, weather, { garbage: garbageFrame, isMeant, isConversation: true })
  })
  upstream.end()
}

/** Status line and headers as they came. */
function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`]
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}
