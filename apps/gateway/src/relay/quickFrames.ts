/**
 * The two frames that clients send nearly always, read at a glance: a publication as the clients of the protocol write
 * it, and the receipt of a push. Whatever is written otherwise, or is at fault, is left to the general reader, which
 * says what is wrong with it.
 */
import { isAscii } from 'node:buffer'
import { hash } from 'node:crypto'
import type { Draft } from './methods.js'

export interface QuickPublication {
  /** The id as it stands in the text. */
  readonly token: string
  readonly draft: Draft
}

/**
 * How a publication begins, up to its message; from ten digits on an id is never below `relayBounds.requestIdMin`. This
 * and the next two only say whether a text is so, and where it ends: to have them hand out its pieces costs more.
 */
const beginning =
  /\{"id":(?:"[1-9]\d{9,31}"|[1-9]\d{9,31}),"jsonrpc":"2\.0","method":"irn_publish","params":\{"topic":"[0-9a-f]{64}","message":"/y
const idAt = '{"id":'.length
const topicDigits = 64
const behindTopic = '","message":"'.length
/** What envelopes are made of, by its code. */
const isOfEnvelopes = new Uint8Array(256)
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_')
  isOfEnvelopes[sign.charCodeAt(0)] = 1
/** What most clients write behind the message; nine digits are within the bounds of both. */
const usualRest = /"ttl":(?:0|[1-9]\d{0,8}),"tag":(?:0|[1-9]\d{0,8})(?:,"prompt":(?:true|false))?\}\}$/y
const mostDigits = 9
const ttlAt = '"ttl":'.length
const tagAt = ',"tag":'.length
const receipt = /^\{"id":[1-9]\d{0,15},"jsonrpc":"2\.0","result":true\}$/
const behindReceipt = ',"jsonrpc":"2.0","result":true}'.length
/** A receipt is shorter, a publication longer. */
const longestReceipt = 64
const mostAttestation = 16 * 1024

/** @param text of the bytes */
export function quickPublication(text: string, bytes: Buffer): QuickPublication | undefined {
  beginning.lastIndex = 0
  if (!beginning.test(text)) return undefined
  const start = beginning.lastIndex
  // Characters are bytes up to the end of the message. A look at each is quicker than an expression.
  let end = start
  while (isOfEnvelopes[bytes[end] ?? 0] === 1) end++
  if (end === start || !text.startsWith('",', end)) return undefined
  const rest = readRest(text, end + 2)
  if (!rest) return undefined
  const digest = hash('sha256', bytes.subarray(start, end))
  const topicEnd = start - behindTopic
  const topic = text.slice(topicEnd - topicDigits, topicEnd)
  const { ttl, tag, attestation } = rest
  const draft = {
    topic,
    message: text.slice(start, end),
    digest,
    isPlain: true,
    ttl,
    tag,
    attestation,
  } as const
  return { token: text.slice(idAt, text.indexOf(',')), draft }
}

interface Rest {
  readonly ttl: number
  readonly tag: number
  readonly attestation: string | null | undefined
}

/** What stands behind the message, from that place on, where it is as it should be. */
function readRest(text: string, from: number): Rest | undefined {
  usualRest.lastIndex = from
  if (usualRest.test(text)) {
    const ttlEnd = text.indexOf(',', from)
    const ttl = Number(text.slice(from + ttlAt, ttlEnd))
    // What follows is no digit, and is not read.
    const tag = Number.parseInt(text.slice(ttlEnd + tagAt, ttlEnd + tagAt + mostDigits), 10)
    return { ttl, tag, attestation: undefined }
  }
  if (!text.endsWith('}}')) return undefined
  const rest = parseObject(`{${text.slice(from, -1)}`)
  if (!rest || 'topic' in rest || 'message' in rest) return undefined
  const { ttl, tag, prompt, attestation } = rest
  const isTtl = typeof ttl === 'number' && Number.isSafeInteger(ttl)
  const isTag = typeof tag === 'number' && Number.isSafeInteger(tag) && tag >= 0 && tag <= 0xffffffff
  if (!isTtl || !isTag || (prompt !== undefined && typeof prompt !== 'boolean')) return undefined
  if (attestation === undefined || attestation === null) return { ttl, tag, attestation }
  if (typeof attestation !== 'string' || attestation.length > mostAttestation) return undefined
  return { ttl, tag, attestation }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown> // it begins as an object
  } catch {
    return undefined
  }
}

/** The name of the push that it is the receipt of. */
export function quickReceipt(text: string): number | undefined {
  if (text.length > longestReceipt) return undefined
  return receipt.test(text) ? Number(text.slice(idAt, -behindReceipt)) : undefined
}

/** Most frames are ASCII, which is read as it stands. */
export function textOfFrame(bytes: Buffer): string {
  return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString()
}
