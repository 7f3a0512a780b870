/** The mailbox: keeps every published message until its time is up, and knows which client has received which. */
import { hash } from 'node:crypto'
import type { Weight } from './room.js'

export interface Publication {
  readonly topic: string
  readonly message: string
  /** SHA-256 of the message as hex: the same message on the same topic is one, however often it is published. */
  readonly digest: string
  /** Whether it stands in JSON as it is, in as many bytes as it has characters: envelopes are base64. */
  readonly isPlain: boolean
  readonly tag: number
  readonly attestation: string | undefined
  /** Seconds. */
  readonly ttl: number
  /** The client that published it; it is never sent back there. */
  readonly sender: string
}

/** A message as the mailbox keeps it. */
export interface Letter extends Omit<Publication, 'ttl'> {
  /** Its place among the messages of its topic: larger means later. */
  readonly seq: number
  /** Milliseconds since 1970, by the clock of the mailbox. */
  readonly publishedAt: number
  readonly expiresAt: number
  /** What the mailbox remembers of it, to be handed back with the receipt. */
  readonly memory?: object | undefined
}

/**
 * `known`: it is kept already. `full`: the topic holds as much as it may, and nobody has received any of it. `crowded`:
 * all topics together do.
 */
export type Outcome = 'stored' | 'known' | 'full' | 'crowded'

/** Why it is not known what became of a publication. */
export class Failure {
  readonly cause: unknown

  constructor(cause: unknown) {
    this.cause = cause
  }
}

/** Hears once what became of a publication. */
export type Told = (outcome: Outcome | Failure) => void

export interface Receipt {
  readonly topic: string
  readonly digest: string
  readonly client: string
  /** Of the letter, where it was sent from here: the message need not be looked up. */
  readonly memory?: Letter['memory']
}

export interface Question {
  /** Messages that it sent or has received are left out. */
  readonly client: string
  /** Only messages later than `after`. */
  readonly topics: readonly { readonly topic: string; readonly after: number }[]
  readonly limit: number
}

export interface Page {
  /** Those of one topic in the order of their publication. */
  readonly letters: readonly Letter[]
  readonly hasMore: boolean
}

export interface MailboxListener {
  /** A message was stored on a watched topic; messages of one topic come in order. */
  onLetter(letter: Letter): void
  /** Messages may have been missed, on this topic or on all: whoever waits must read again. */
  onGap(topic?: string): void
}

export interface Mailbox {
  /** Tells once the message survives the end of this process. Calls are carried out in their order. */
  publish(publication: Publication, told: Told): void
  /** A page ends with the message that brings it to `relayBounds.mailboxBytes`, of all topics together. */
  read(question: Question): Promise<Page>
  /** Takes note of a receipt. It may be forgotten when the process dies: the message is then delivered once more. */
  receive(receipt: Receipt): void
  /** Resolves once messages on these topics will be heard here; what was stored before must be read. */
  watch(topics: readonly string[]): Promise<void>
  unwatch(topics: readonly string[]): void
  listen(listener: MailboxListener): void
  /** Removes what has expired and returns how many messages that were. */
  sweep(): Promise<number>
  /** What is kept. */
  weigh(): Promise<Weight>
  /** Writes down what is noted and lets go of its connections. */
  close(): Promise<void>
}

/** As above for who does not mind a promise: most messages take the way without. */
export function publishTo(mailbox: Pick<Mailbox, 'publish'>, publication: Publication): Promise<Outcome> {
  return new Promise((resolve, reject) =>
    mailbox.publish(publication, (outcome) =>
      outcome instanceof Failure ? reject(outcome.cause) : resolve(outcome),
    ),
  )
}

export function digestOf(message: string): string {
  return hash('sha256', message)
}

/** PostgreSQL takes neither U+0000 nor half a surrogate pair; envelopes are base64 and have neither. */
export function isStorable(text: string): boolean {
  return !/[^\x20-\x7e]/.test(text) || !/\0|\p{Surrogate}/u.test(text)
}

export function isPlainText(text: string): boolean {
  return !/[^\x20\x21\x23-\x5b\x5d-\x7e]/.test(text)
}

/** A message as JSON, without looking at it once more. */
export function quote({ message, isPlain }: Pick<Publication, 'message' | 'isPlain'>): string {
  return isPlain ? `"${message}"` : JSON.stringify(message)
}
