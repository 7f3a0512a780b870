/** Makes a session of a wallet that let the page in. */
import type { WalletSession } from '@latchkey/core'
import type { StandardAccount, StandardWallet } from '../walletStandard/standard.js'
import type { Shared } from './connectors.js'
import { createSession } from './session.js'
import { createStandardSource } from './standardSource.js'

export interface OpenSessionInput extends Shared {
  readonly wallet: StandardWallet
  readonly name: string
  readonly accounts: readonly StandardAccount[]
}

export const openSession = ({ reads, ...input }: OpenSessionInput): WalletSession =>
  createSession({ source: createStandardSource(input), reads, clock: input.context.clock })
