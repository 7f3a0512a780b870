/** Reads what was signed: JSON text, in the older form with a time only, or bound to a page, a network and a nonce (D-20). */

import type { FailureKind } from '@latchkey/spec/endpoints'
import { nameMessages } from '@latchkey/spec/endpoints'
import { minutes, seconds } from '@latchkey/spec/limits'
import * as v from 'valibot'
import { refuse } from '../http/refusal.js'
import type { Caller } from '../http/route.js'
import type { Clock } from '../ports/clock.js'
import { isOriginAllowed } from '../store/projects.js'
import { networkOfCoin } from './coinTypes.js'
import type { Nonces } from './nonces.js'

export type NameAction = keyof typeof nameMessages
export type NameMessage<action extends NameAction> = v.InferOutput<(typeof nameMessages)[action]>

/** How far clocks may be apart, and how old a message without a nonce may be. */
const tolerance = seconds(60)
/** How long such a message is remembered: well beyond the time in which it is believed. */
const rememberedFor = minutes(10)

/** The message by the schema of its form, or a refusal that names the field at fault. */
export function readMessage<action extends NameAction>(action: action, text: string): NameMessage<action> {
  const json = parseObject(text)
  const [timed, bound] = nameMessages[action].options
  const read = v.safeParse<typeof timed | typeof bound>(isBoundForm(json) ? bound : timed, json)
  if (!read.success) throw refuseIssue(read.issues[0])
  return read.output
}

/** Whoever writes one of these means the newer form, and has to write all of it. */
const isBoundForm = (json: object) => ['action', 'nonce', 'version'].some((key) => Object.hasOwn(json, key))

function parseObject(text: string): object {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw refuse('payload', 'The signed message is not JSON')
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw refuse('payload', 'The signed message is not an object')
  // A person who reads the first of two equal keys must not have signed the second.
  if (keysIn(text) !== keysOf(json)) throw refuse('payload', 'The signed message says a thing twice')
  return json
}

const fieldKinds: Readonly<Record<string, FailureKind>> = {
  name: 'name',
  attributes: 'attributes',
  timestamp: 'timestamp',
  issuedAt: 'timestamp',
  expiresAt: 'timestamp',
  nonce: 'nonce',
  coin_type: 'coinType',
  address: 'address',
}

function refuseIssue(issue: v.BaseIssue<unknown>) {
  const path = v.getDotPath(issue) ?? ''
  const kind = fieldKinds[path.split('.', 1)[0] ?? ''] ?? 'payload'
  return refuse(kind, path === '' ? issue.message : `${path}: ${issue.message}`)
}

/** Keys that a JSON text has, counted on the text; it is known to be JSON. */
function keysIn(text: string): number {
  const strings = text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)
  return [...strings].filter(([, colon]) => colon !== undefined).length
}

/** Keys that are left when it is parsed. */
function keysOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inside = Object.values(value).reduce((sum: number, item) => sum + keysOf(item), 0)
  return inside + (Array.isArray(value) ? 0 : Object.keys(value).length)
}

/** What keeps a message from being used again: what is remembered, and until when, in milliseconds. */
export interface Mark {
  readonly text: string
  readonly until: number
}

export interface MessageContext {
  readonly clock: Clock
  readonly nonces: Nonces
  readonly caller: Pick<Caller, 'origin' | 'project'>
  readonly coinType: number
  /** Whether messages without a nonce are believed. */
  readonly isTimedAllowed: boolean
}

/** Whether a message is of now, and for here; answers with what has to be remembered of it. */
export function checkFreshness(
  message: NameMessage<NameAction>,
  { text, signer }: { readonly text: string; readonly signer: string },
  context: MessageContext,
): Mark {
  const now = context.clock.now()
  if (!('nonce' in message)) {
    if (!context.isTimedAllowed) throw refuse('nonce', 'A message without a nonce is not accepted here')
    const signedAt = message.timestamp * 1000
    if (Math.abs(now - signedAt) > tolerance)
      throw refuse('timestamp', 'The time of the message is more than a minute from now')
    // By the text and not by the signature: one signature can be written in several ways.
    return { text: `message\n${signer}\n${text}`, until: signedAt + rememberedFor }
  }
  const ends = context.nonces.read(message.nonce)
  if (ends === undefined) throw refuse('nonce', 'The nonce is not one of this gateway')
  const issuedAt = Date.parse(message.issuedAt)
  const expiresAt = Math.min(Date.parse(message.expiresAt), ends)
  // A time that cannot be read is no reason to believe it.
  const isNow = issuedAt <= now + tolerance && issuedAt <= expiresAt && now < expiresAt
  if (!isNow) throw refuse('timestamp', 'The message is not valid now')
  checkPlace(message, context)
  return { text: `nonce\n${message.nonce}`, until: ends }
}

type BoundMessage = Extract<NameMessage<NameAction>, { readonly nonce: string }>

/** The page, the project and the network that the person was told are those that ask. */
function checkPlace(message: BoundMessage, { caller: { origin, project }, coinType }: MessageContext): void {
  if (networkOfCoin(coinType) !== message.chainId)
    throw refuse('coinType', `The message was signed for ${message.chainId}, which is another coin type`)
  const isOurs = origin === undefined ? isDomainOf(message.domain, project) : isHost(origin, message.domain)
  if (!isOurs) throw refuse('signature', 'The message was signed for another page')
  // The open project answers for every id.
  if (message.projectId !== undefined && project && !project.isOpen && project.id !== message.projectId)
    throw refuse('signature', 'The message was signed for another project')
}

const isHost = (origin: string, domain: string) => URL.canParse(origin) && new URL(origin).host === domain

/** For callers that are no page: what they say has to be one of the project's, where those are known. */
function isDomainOf(domain: string, project: Caller['project']): boolean {
  return !project || isOriginAllowed(project, `https://${domain}`)
}
