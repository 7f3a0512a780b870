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

/** From ten digits on an id is never below `relayBounds.requestIdMin`. */
const publication =
  /^\{"id":("?)([1-9]\d{9,31})\1,"jsonrpc":"2\.0","method":"irn_publish","params":\{"topic":"([0-9a-f]{64})","message":"([\w+/=-]+)",/
/** What most clients write behind the message; nine digits are within the bounds of both. */
const usualRest = /"ttl":(0|[1-9]\d{0,8}),"tag":(0|[1-9]\d{0,8})(?:,"prompt":(?:true|false))?\}\}$/y
const receipt = /^\{"id":([1-9]\d{0,15}),"jsonrpc":"2\.0","result":true\}$/
/** A receipt is shorter, a publication longer. */
const longestReceipt = 64
const mostAttestation = 16 * 1024

/** @param text of the bytes */
export function quickPublication(text: string, bytes: Buffer): QuickPublication | undefined {
  const found = publication.exec(text)
  if (!found) return undefined
  const [{ length: behind }, quote, digits, topic, message] = found as unknown as [
    string,
    string,
    string,
    string,
    string,
  ] // all groups match
  const rest = readRest(text, behind)
  if (!rest) return undefined
  // Characters are bytes up to the end of the message, so it need not be encoded again.
  const end = behind - '",'.length
  const digest = hash('sha256', bytes.subarray(end - message.length, end))
  const { ttl, tag, attestation } = rest
  const draft = { topic, message, digest, isPlain: true, ttl, tag, attestation } as const
  return { token: quote + digits + quote, draft }
}

interface Rest {
  readonly ttl: number
  readonly tag: number
  readonly attestation: string | null | undefined
}

/** What stands behind the message, from that place on, where it is as it should be. */
function readRest(text: string, from: number): Rest | undefined {
  usualRest.lastIndex = from
  const usual = usualRest.exec(text)
  if (usual) return { ttl: Number(usual[1]), tag: Number(usual[2]), attestation: undefined }
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
  const [, name] = receipt.exec(text) ?? []
  return name === undefined ? undefined : Number(name)
}

/** Most frames are ASCII, which is read as it stands. */
export function textOfFrame(bytes: Buffer): string {
  return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString()
}
