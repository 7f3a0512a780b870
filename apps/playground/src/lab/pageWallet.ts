/** A demo wallet of any namespace, as far as the page has to do with it. */
import type { Namespace } from '@latchkey/spec/caip'
import type { LabControls } from 'latchkey/testing'
import type { Misbehaviour } from './misbehaviours.js'

export interface PageWallet {
  /** What it is known by after a reload. */
  readonly id: string
  readonly name: string
  readonly namespace: Namespace
  readonly controls: LabControls
  /** Its own name for signing a text. */
  readonly signing: string
  readonly atOnce: readonly Misbehaviour[]
  isAuthorised(): boolean
}
