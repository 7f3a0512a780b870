/** The embedded wallet: who is signed in, how far a sign-in is, and the ways to begin one in an app's own screens (S4-12). */
import { type Embedded, type EmbeddedState, embedded } from '@latchkey/core/screen'
import { type Flow, useFlow } from './flow.js'

export type EmbeddedFlow = Flow<EmbeddedState, Omit<Embedded, 'store'>>

/** Reading it makes no frame: `actions.warm()` does, and whatever asks the wallet. */
export const useEmbeddedWallet = (): EmbeddedFlow => useFlow<EmbeddedState, Embedded>(embedded, look)

const look = () => () => {}
