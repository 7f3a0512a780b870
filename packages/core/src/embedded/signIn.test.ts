import type { SignInSession } from '@latchkey/spec/entities'
import { writeSignIn } from '@latchkey/spec/signIn'
import { expect, test, vi } from 'vitest'
import type { Siwx } from '../features/signIn/siwx.js'
import { selectStatus, selectView } from '../select.js'
import { Refusal, type Script } from './testFrame.js'
import { type EmbeddedWorld, openWorld, settle, signIn, smart } from './testWorld.js'

async function connected(script: Script): Promise<{ world: EmbeddedWorld; kept: SignInSession[] }> {
  const kept: SignInSession[] = []
  const siwx: Siwx = {
    async createMessage({ chainId, accountAddress }) {
      const place = { domain: 'shop.example', uri: 'https://shop.example', version: '1', nonce: 'abcdefgh' }
      const data = { ...place, chainId, accountAddress }
      return { ...data, toString: () => writeSignIn(data) }
    },
    addSession: async (session) => void kept.push(session),
    revokeSession: async () => {},
    setSessions: async () => {},
    getSessions: async () => [],
  }
  const world = openWorld(script, { siwx })
  await signIn(world)
  // The code of sign-in comes by tasks, which the clock of a test does not see.
  await vi.dynamicImportSettled()
  await settle(world, 0)
  return { world, kept }
}

test('[S4-14] [S4-15] the embedded wallet asks by itself after connecting: one press there signs in', async () => {
  const { world, kept } = await connected({ RPC_REQUEST: () => '0xsigned' })
  expect(world.browser.count('RPC_REQUEST')).toBe(1)
  expect(kept).toMatchObject([{ signature: '0xsigned', data: { accountAddress: smart } }])
  expect(world.kit.store.get().signIn.session).toBeDefined()
  expect(world.kit.store.get().modal.isOpen).toBe(false)
})

test('[S4-16] a refusal in the frame comes back to the question, and is not asked again by itself', async () => {
  const { world, kept } = await connected({
    RPC_REQUEST: () => {
      throw new Refusal({ message: 'User rejected the request', code: 4001 })
    },
  })
  expect(world.browser.count('RPC_REQUEST')).toBe(1)
  expect(kept).toEqual([])
  expect(selectView(world.kit.store.get())).toBe('SIWXSignMessage')
  expect(selectStatus(world.kit.store.get())).toBe('connected')
})
