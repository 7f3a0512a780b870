/** What a session says is shown as it is now, to the last field (D-11). */
import type { Account } from '@latchkey/spec/entities'
import { expect, test, vi } from 'vitest'
import type { WalletSession, WalletSessionEvent } from '../connector.js'
import { selectAccount, selectWallet } from '../select.js'
import { createFakeAdapter, createFakeWallet, createTestKit } from '../testing/index.js'

async function connected() {
  const wallet = createFakeWallet()
  const listeners = new Set<(event: WalletSessionEvent) => void>()
  let extra: Partial<Account> = {}
  const { connect } = wallet.connector
  const connector = {
    ...wallet.connector,
    connect: async (input: Parameters<typeof connect>[0]): Promise<WalletSession> => {
      const session = await connect(input)
      return {
        ...session,
        accounts: () => session.accounts().map((account) => ({ ...account, ...extra })),
        subscribe(listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      }
    },
  }
  const adapter = createFakeAdapter({ wallets: [{ ...wallet, connector }] })
  const { kit } = createTestKit({ adapters: [adapter] })
  await kit.connect({ connectorId: 'fake' })
  const heard = vi.fn()
  kit.subscribe(heard)
  return {
    kit,
    heard,
    say(event: WalletSessionEvent, fields: Partial<Account> = extra) {
      extra = fields
      for (const listener of listeners) listener(event)
    },
  }
}

test('[S3-02] [D-11] a key or a path that the wallet names later is shown, and the same again is no change', async () => {
  const { kit, say, heard } = await connected()
  say({ type: 'accounts' }, { publicKey: '02aa' })
  expect(selectAccount(kit.store.get())).toMatchObject({ publicKey: '02aa' })
  say({ type: 'accounts' }, { publicKey: '02aa', path: "m/84'/0'/0'/0/0" })
  expect(selectAccount(kit.store.get())?.path).toBe("m/84'/0'/0'/0/0")
  heard.mockClear()
  say({ type: 'accounts' })
  expect(heard).not.toHaveBeenCalled()
  kit.destroy()
})

test('a wallet that learns or forgets a method is looked at again', async () => {
  const { kit, say, heard } = await connected()
  const before = selectWallet(kit.store.get())
  say({ type: 'abilities' })
  expect(heard).toHaveBeenCalledTimes(1)
  expect(selectWallet(kit.store.get())).not.toBe(before)
  expect(selectWallet(kit.store.get())).toEqual(before)
  kit.destroy()
})
