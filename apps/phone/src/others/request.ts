/** What an app asks on a network of another family: in words for the person, and how it is done after a yes. */
import type { QuietRequest } from '../asks/ask.js'
import type { Token } from '../wallet/worldFacts.js'
import type { OtherNetwork } from './networks.js'

export interface OtherFact {
  readonly label: string
  readonly value: string
  readonly isAddress?: boolean
}

export interface OtherRequest {
  readonly kind: 'other'
  readonly title: string
  /** The account that signs. */
  readonly account: string
  /** One sentence that says what happens. */
  readonly what?: string
  /** A message, whole. */
  readonly text?: string
  readonly facts: readonly OtherFact[]
  /** What a careful person would notice. */
  readonly cautions: readonly string[]
  /** Whether something goes to the network. */
  readonly isSent: boolean
  /** Bytes that the words stand for, to look at. */
  readonly data?: string
  perform(tools: OtherTools): Promise<OtherDone>
}

export interface OtherDone {
  /** What the app is answered. */
  readonly result: unknown
  /** A hash or a signature, to copy. */
  readonly proof: string
}

export interface OtherTools {
  /** An absolute address without a slash at its end. */
  readonly gateway: string
}

export interface OtherContext {
  readonly network: OtherNetwork
  /** Addresses that the app was shown on the network, the one in use first. */
  readonly accounts: readonly string[]
  readonly tokens: Readonly<Record<string, Token>>
}

export type OtherReader = (params: unknown, context: OtherContext) => OtherRequest | QuietRequest

/** Why a network did not do what it was asked, in its own words. */
export class OtherFailure extends Error {
  override readonly name = 'OtherFailure'
}

/** In milliseconds. */
const patience = 15_000

/** Asks the wallet's own gateway; an answer that is no success is told. */
export async function askGateway(url: string, init: RequestInit): Promise<string> {
  let response: Response
  try {
    response = await fetch(url, { ...init, signal: AbortSignal.timeout(patience) })
  } catch {
    throw new OtherFailure('This network does not answer here.')
  }
  const text = await response.text()
  if (!response.ok) throw new OtherFailure(`The network refused it: ${reasonIn(text)}`)
  return text
}

const reasonIn = (text: string) =>
  (/"(?:message|description)":\s*"([^"]{1,200})"/.exec(text)?.[1] ?? text).slice(0, 200)
