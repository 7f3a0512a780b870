/** Signing in with the wallet, in every state. */
import { type KitContext, signIn, startFeature } from '@latchkey/core/screen'
import type { DemoWallet } from './demoAdapter.js'
import type { Scene } from './scenes.js'
import { demoWallet } from './wallets.js'

interface Mood {
  /** How the wallet answers when it is asked to sign. */
  readonly signs?: DemoWallet['signs']
  readonly isRequired?: boolean
  readonly isServerAway?: boolean
  /** Whether the person has pressed the button. */
  readonly isPressed?: boolean
}

/** A server that believes every signature and knows nobody. */
const demoServer = ({ isRequired = true, isServerAway = false }: Mood) => ({
  required: isRequired,
  async createMessage({ chainId, accountAddress }: { chainId: string; accountAddress: string }) {
    if (isServerAway) throw new Error('The server does not answer')
    const { host, origin } = location
    const said = { chainId, accountAddress, domain: host, uri: origin, version: '1', nonce: 'demo0nonce' }
    return { ...said, toString: () => `${host} wants you to sign in with your account:\n${accountAddress}` }
  },
  addSession: async () => {},
  revokeSession: async () => {},
  setSessions: async () => {},
  getSessions: async () => [],
})

/** The screen opens by itself once a wallet is connected; a person then presses the button. */
async function press(kit: KitContext): Promise<void> {
  const feature = await startFeature(kit, signIn)
  await feature?.signIn()
}

const scene = (name: string, mood: Mood): Scene => ({
  group: 'Sign in',
  name,
  view: 'SIWXSignMessage',
  isConnected: true,
  wallets: [{ ...demoWallet, ...(mood.signs && { signs: mood.signs }) }],
  options: { siwx: demoServer(mood) },
  play: (kit) => {
    kit.open({ view: 'SIWXSignMessage' })
    if (mood.isPressed) press(kit).catch((cause: unknown) => kit.log.info('As the scene wanted', cause))
  },
})

export const signInScenes: readonly Scene[] = [
  scene('Sign in first', {}),
  scene('Sign in or not', { isRequired: false }),
  scene('Signature asked for', { isPressed: true, signs: 'never' }),
  scene('Signature declined', { isPressed: true, signs: 'decline' }),
  scene('Sign-in server away', { isPressed: true, isServerAway: true, signs: 'decline' }),
]
