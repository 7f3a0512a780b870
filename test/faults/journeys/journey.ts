/** What a journey is: how it begins, what a person does when they see something, and when they have what they came for. */
import type { CreateLatchkeyOptions } from 'latchkey'
import type { LabWallet } from 'latchkey/testing'
import type { Locator, Page } from 'playwright-core'
import type { Hex } from 'viem'
import type { PhoneDriver } from '../../phone/openPhone.js'
import type { Dependency } from '../proxy/dependencies.js'

export interface OpenInput {
  readonly keys?: readonly Hex[]
  /** With the embedded wallet among the ways in. */
  readonly isEmbedded?: boolean
  readonly signIn?: 'required'
  readonly options?: Partial<CreateLatchkeyOptions>
}

export interface Opened {
  readonly page: Page
  readonly lab: LabWallet
}

/** What a journey finds when it begins; nothing is broken yet. */
export interface Stage {
  open(input?: OpenInput): Promise<Opened>
  phone(): Promise<PhoneDriver>
}

/** Something that a person does when they see something. */
export interface Move {
  readonly when: Locator
  /** A press, unless said otherwise. */
  readonly act?: (seen: Locator) => Promise<unknown>
  /** Milliseconds before it is made again; a look, which changes nothing, needs none. */
  readonly rest?: number
  /** Also when it can be seen, whether it is time for it. */
  readonly if?: () => boolean
}

export interface Course {
  readonly page: Page
  /** The first that applies is made, again and again. */
  readonly moves: readonly Move[]
  done(): Promise<boolean>
}

export interface Journey {
  readonly name: string
  /** What it cannot do without, or asks on its way. */
  readonly uses: readonly Dependency[]
  begin(stage: Stage): Promise<Course>
}
