/** `await kit.connect()`: the modal as one promise. */

import { asAddress } from '@latchkey/spec/caip'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../context.js'
import { selectView } from '../select.js'
import { createFakeAdapter, createFakeWallet, createTestKit, fakeNetwork, settle } from '../testing/index.js'

const address = asAddress('0x00000000000000000000000000000000000000A1')
const opened = async (kit: ReturnType<typeof createTestKit>['kit']) => {
  await expect.poll(() => kit.store.get().modal.isOpen).toBe(true)
}

describe('without a connector', () => {
  test('[S2-04] the modal opens on Connect, and the promise resolves with what the person connected', async () => {
    const { kit } = createTestKit()
    const choosing = kit.connect()
    await opened(kit)
    expect(selectView(kit.store.get())).toBe('Connect')
    await kit.connect({ connectorId: 'fake' })
    await expect(choosing).resolves.toMatchObject({
      namespace: 'eip155',
      connectorId: 'fake',
      accounts: [{ address }],
    })
    expect(kit.store.get().modal.isOpen).toBe(false)
  })

  test('[D-10] closing the modal rejects, and the next call asks again', async () => {
    const { kit } = createTestKit()
    for (const reason of ['escape', 'backdrop'] as const) {
      const closed = expect(kit.connect()).rejects.toMatchObject({ code: 'connection.closed' })
      await opened(kit)
      kit.close({ reason })
      await closed
    }
    expect(contextOf(kit).jobs.choices.size).toBe(0)
  })

  test('a refusal in the wallet leaves the modal open for another try', async () => {
    const wallet = createFakeWallet({ asks: ['connect'] })
    const { kit } = createTestKit({ wallets: [wallet] })
    const choosing = kit.connect()
    await opened(kit)
    const refused = expect(kit.connect({ connectorId: 'fake' })).rejects.toMatchObject({
      code: 'connection.rejected',
    })
    await settle()
    wallet.reject('connect')
    await refused
    expect(kit.store.get().modal.isOpen).toBe(true)
    const second = kit.connect({ connectorId: 'fake' })
    await settle()
    wallet.approve('connect')
    await expect(choosing).resolves.toMatchObject({ connectorId: 'fake' })
    await second
  })

  test('a connected wallet is the answer at once, unless the caller insists', async () => {
    const { kit } = createTestKit()
    const first = await kit.connect({ connectorId: 'fake' })
    await expect(kit.connect()).resolves.toMatchObject({ connectorId: 'fake', session: first.session })
    expect(kit.store.get().modal.isOpen).toBe(false)
    const insisted = expect(kit.connect({ force: true })).rejects.toMatchObject({ code: 'connection.closed' })
    await opened(kit)
    expect(selectView(kit.store.get())).toBe('Connect')
    kit.close()
    await insisted
  })

  test('[S4-02] a session that is being restored is waited for, and nothing is opened', async () => {
    const before = createTestKit()
    await before.kit.connect({ connectorId: 'fake' })
    const { kit } = before.reload()
    expect(kit.store.get().connections.eip155?.status).toBe('connecting')
    await expect(kit.connect()).resolves.toMatchObject({ connectorId: 'fake' })
    expect(kit.store.get().modal.isOpen).toBe(false)
  })

  test('two callers share one modal; one of them may leave without the other', async () => {
    const { kit } = createTestKit()
    const opens: string[] = []
    kit.on(({ name }) => void (name === 'MODAL_OPEN' && opens.push(name)))
    const leaver = new AbortController()
    const left = expect(kit.connect({ signal: leaver.signal })).rejects.toMatchObject({
      code: 'request.aborted',
    })
    const stayed = kit.connect()
    await opened(kit)
    await settle()
    leaver.abort()
    await left
    expect(kit.store.get().modal.isOpen).toBe(true)
    await kit.connect({ connectorId: 'fake' })
    await expect(stayed).resolves.toMatchObject({ connectorId: 'fake' })
    expect(opens).toHaveLength(1)
  })

  test('when the last caller gives up the modal closes; one that gave up before never opens it', async () => {
    const { kit } = createTestKit()
    const leaver = new AbortController()
    const left = expect(kit.connect({ signal: leaver.signal })).rejects.toMatchObject({
      code: 'request.aborted',
    })
    await opened(kit)
    leaver.abort()
    await left
    expect(kit.store.get().modal.isOpen).toBe(false)
    await expect(kit.connect({ signal: leaver.signal })).rejects.toMatchObject({ code: 'request.aborted' })
    expect(kit.store.get().modal.isOpen).toBe(false)
  })

  test('[S4-07] a namespace is waited for; a wallet of another one is no answer', async () => {
    const solana = fakeNetwork({ namespace: 'solana', reference: 'main' })
    const sun = createFakeWallet({ id: 'sun', namespace: 'solana' })
    const adapters = [createFakeAdapter(), createFakeAdapter({ namespace: 'solana', wallets: [sun] })]
    const { kit } = createTestKit({ networks: [fakeNetwork(), solana], adapters })
    const choosing = kit.connect({ namespace: 'solana' })
    await opened(kit)
    expect(kit.store.get().activeNamespace).toBe('solana')
    await kit.connect({ connectorId: 'sun' })
    await expect(choosing).resolves.toMatchObject({ namespace: 'solana' })
  })

  test('[D-03] destroying the kit ends the wait', async () => {
    const { kit } = createTestKit()
    const ended = expect(kit.connect()).rejects.toMatchObject({ code: 'kit.destroyed' })
    await opened(kit)
    kit.destroy()
    await ended
    await expect(kit.connect()).rejects.toMatchObject({ code: 'kit.destroyed' })
  })
})

describe('[D-03] where nothing draws the modal', () => {
  test('open and connect without a connector say so, and leave the state alone', async () => {
    const { kit } = createTestKit({ isHeadless: true })
    expect(() => kit.open()).toThrow(expect.objectContaining({ code: 'modal.missing' }))
    await expect(kit.connect()).rejects.toMatchObject({ code: 'modal.missing' })
    expect(kit.store.get().modal.isOpen).toBe(false)
    expect(contextOf(kit).jobs.choices.size).toBe(0)
  })

  test('connecting, signing and switching need no modal, not even on an unknown network', async () => {
    const wallet = createFakeWallet({ networkId: 'eip155:999' })
    const { kit } = createTestKit({ isHeadless: true, wallets: [wallet] })
    const [connector] = kit.store.get().connectors
    await kit.connect({ connectorId: connector?.id ?? '' })
    expect(kit.store.get().activeNetworks.eip155).toEqual({ networkId: 'eip155:999', isSupported: false })
    expect(kit.store.get().modal.isOpen).toBe(false)
    await kit.switchNetwork({ networkId: 10 })
    await expect(kit.signMessage({ message: 'hello' })).resolves.toContain('0x')
    expect(kit.store.get().activeNetworks.eip155).toEqual({ networkId: 'eip155:10', isSupported: true })
  })

  test('what draws the modal can leave again', () => {
    const { kit } = createTestKit({ isHeadless: true })
    const detach = kit.attachScreen()
    kit.open()
    detach()
    detach()
    expect(() => kit.open()).toThrow(expect.objectContaining({ code: 'modal.missing' }))
  })
})
