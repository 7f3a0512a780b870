/** Wallets that register themselves: found whoever comes first, checked, and gone when they say so. */
import type { Log } from '@latchkey/core'
import { limits } from '@latchkey/spec/limits'
import { expect, test, vi } from 'vitest'
import { createStandardWallets } from './registry.js'
import { featureReader, type StandardFeatures, type StandardWallet } from './standard.js'

const log = { debug() {}, info() {}, warn: vi.fn(), error() {} } as unknown as Log

const wallet = (name: string, fields: Partial<StandardWallet> = {}): StandardWallet => ({
  version: '1.0.0',
  name,
  icon: 'data:image/png;base64,AAAA',
  chains: ['solana:mainnet'],
  features: {},
  accounts: [],
  ...fields,
})

type Register = (...wallets: unknown[]) => () => void

/** What a wallet's script does when it is loaded. */
function announce(target: EventTarget, ...wallets: unknown[]) {
  const removals: (() => void)[] = []
  const hand = ({ register }: { register: Register }) => removals.push(register(...wallets))
  target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: hand }))
  target.addEventListener('wallet-standard:app-ready', (event) => {
    hand((event as CustomEvent<{ register: Register }>).detail)
  })
  return () => {
    for (const remove of removals) remove()
  }
}

function open(target = new EventTarget(), isWanted = (_: StandardWallet) => true) {
  const wallets = createStandardWallets(target, log, isWanted)
  const heard = vi.fn()
  return { target, wallets, heard, start: () => wallets.start(heard) }
}

const names = ({ wallets }: ReturnType<typeof open>) => wallets.list().map(({ name }) => name)

test('wallets are found whether they or the page come first, once each', () => {
  const page = open()
  announce(page.target, wallet('Early'))
  page.start()
  announce(page.target, wallet('Late'))
  expect(names(page)).toEqual(['Early', 'Late'])
  page.wallets.stop()
  announce(page.target, wallet('Too late'))
  expect(names(page)).toEqual(['Early', 'Late'])
})

test('a wallet that takes itself off the list is gone', () => {
  const page = open()
  page.start()
  const remove = announce(page.target, wallet('One'), wallet('Two'))
  expect(page.heard).toHaveBeenCalledTimes(2)
  remove()
  expect(names(page)).toEqual([])
  expect(page.heard).toHaveBeenCalledTimes(4)
})

test('a later wallet of the same name replaces nothing, and characters that hide are taken out', () => {
  const page = open()
  page.start()
  const first = wallet('Phantom')
  announce(page.target, first, wallet('Phan\u200btom'), wallet(' \u202e '))
  expect(page.wallets.list()).toEqual([
    { name: 'Phantom', icon: 'data:image/png;base64,AAAA', wallet: first },
  ])
})

test('what is no wallet, and what throws, is left out and said', () => {
  const page = open()
  page.start()
  log.warn = vi.fn()
  const trap = new Proxy(wallet('Trap'), {
    get() {
      throw new Error('no')
    },
  })
  announce(page.target, undefined, 'wallet', {}, { ...wallet('No chains'), chains: [1] }, trap)
  page.target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: 1 }))
  const fails = () => {
    throw new Error('broken script')
  }
  page.target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: fails }))
  expect(names(page)).toEqual([])
  expect(log.warn).toHaveBeenCalledTimes(6)
})

test('wallets of other namespaces are not listed, pictures from other hosts are not shown, and the list has an end', () => {
  const page = open(undefined, ({ chains }) => chains.some((chain) => chain.startsWith('bitcoin:')))
  page.start()
  announce(
    page.target,
    wallet('Other'),
    wallet('Own', { chains: ['bitcoin:mainnet'], icon: 'https://x/y.png' }),
  )
  expect(page.wallets.list()).toMatchObject([{ name: 'Own', icon: undefined }])
  for (let i = 0; i < limits.announcedWallets + 5; i++) {
    announce(page.target, wallet(`Own ${i}`, { chains: ['bitcoin:mainnet'] }))
  }
  expect(page.wallets.list()).toHaveLength(limits.announcedWallets)
})

test('a feature counts only with its method', () => {
  const connect = () => Promise.resolve({ accounts: [] })
  const features = { 'standard:connect': { connect }, 'standard:events': {}, 'standard:disconnect': 'yes' }
  const featureOf = featureReader<StandardFeatures>()
  expect(featureOf({ features }, 'standard:connect')).toEqual({ connect })
  expect(featureOf({ features }, 'standard:events')).toBeUndefined()
  expect(featureOf({ features }, 'standard:disconnect')).toBeUndefined()
  expect(featureOf({ features: { 'standard:events': { on() {} } } }, 'standard:events')).toBeDefined()
})

test('a wallet that becomes one of this namespace later is listed then, and nobody listens to it any more', () => {
  const page = open(undefined, ({ chains }) => chains.includes('solana:mainnet'))
  page.start()
  const listeners = new Set<() => void>()
  const on = (_: string, listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const chains: string[] = []
  const locked = wallet('Locked', { chains, features: { 'standard:events': { on } } })
  announce(page.target, locked, locked)
  expect([names(page), listeners.size]).toEqual([[], 1])
  const change = () => [...listeners].forEach((listener) => listener())
  change()
  expect(page.heard).not.toHaveBeenCalled()
  chains.push('solana:mainnet')
  change()
  expect([names(page), listeners.size]).toEqual([['Locked'], 0])
  expect(page.heard).toHaveBeenCalledTimes(1)
})

test('a wallet that waits is let go with the page, and takes no name from one that came meanwhile', () => {
  const page = open(undefined, ({ chains }) => chains.includes('solana:mainnet'))
  page.start()
  const listeners = new Set<() => void>()
  const on = (_: string, listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const chains: string[] = []
  const features = { 'standard:events': { on } }
  announce(page.target, wallet('One', { chains, features }), wallet('Other', { chains: [], features }))
  const real = wallet('One')
  announce(page.target, real)
  chains.push('solana:mainnet')
  for (const listener of [...listeners]) listener()
  expect(page.wallets.list()).toMatchObject([{ wallet: real }])
  expect(listeners.size).toBe(1)
  page.wallets.stop()
  expect(listeners.size).toBe(0)
})
