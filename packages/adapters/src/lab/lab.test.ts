/** Lab wallets keep their promises: tests that lean on them must be able to fail. */
import { type Evm, startEvm } from '@latchkey/local'
import { recoverMessageAddress, recoverTypedDataAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { announceWallet, injectWallet } from './announceWallet.js'
import { createLabWallet, type LabWallet, type LabWalletInput } from './createLabWallet.js'
import { vitestWallet } from './walletFixture.js'

let evm: Evm
beforeAll(async () => {
  evm = await startEvm({ seeded: false })
})
afterAll(() => evm.close())

async function create(input: Partial<LabWalletInput> = {}) {
  const wallet = await createLabWallet({ chains: [{ id: 31337, rpcUrl: evm.url }], ...input })
  const ask = (method: string, ...params: unknown[]) => wallet.provider.request({ method, params })
  return { wallet, ask }
}

async function letIn(input: Partial<LabWalletInput> = {}) {
  const lab = await create(input)
  await lab.ask('eth_requestAccounts')
  const [first = '0x', second = '0x'] = lab.wallet.addresses
  return { ...lab, first, second } as const
}

describe('permission', () => {
  test('shares nothing before it let the page in, and everything after', async () => {
    const { wallet, ask } = await create()
    expect(await ask('eth_accounts')).toEqual([])
    await expect(ask('personal_sign', '0x00', wallet.addresses[0])).rejects.toMatchObject({ code: 4100 })
    expect(await ask('eth_requestAccounts')).toEqual(wallet.addresses)
    expect(await ask('eth_accounts')).toEqual(wallet.addresses)
    expect(await ask('wallet_getPermissions')).toHaveLength(1)
  })

  test('takes its permission back when asked, unless it lacks the method', async () => {
    const { wallet, ask } = await letIn()
    const heard = vi.fn()
    wallet.provider.on?.('accountsChanged', heard)
    await ask('wallet_revokePermissions', { eth_accounts: {} })
    expect([wallet.isAuthorised, heard.mock.lastCall]).toEqual([false, [[]]])
    const other = await letIn({ lacks: ['wallet_revokePermissions'] })
    await expect(other.ask('wallet_revokePermissions')).rejects.toMatchObject({ code: -32601 })
    expect(other.wallet.isAuthorised).toBe(true)
  })

  test('refuses a second connection question while one is open', async () => {
    const { wallet, ask } = await create({ asks: true })
    const open = ask('eth_requestAccounts')
    await wallet.asked()
    await expect(ask('eth_requestAccounts')).rejects.toMatchObject({ code: -32002 })
    wallet.approve()
    await expect(open).resolves.toEqual(wallet.addresses)
  })
})

describe('questions', () => {
  test('wait for an answer, and answering one that was not asked throws', async () => {
    const { wallet, ask } = await create({ asks: ['eth_requestAccounts'] })
    expect(() => wallet.approve()).toThrow('Lab Wallet has not been asked: anything')
    const refused = expect(ask('eth_requestAccounts')).rejects.toMatchObject({ code: 4001 })
    expect((await wallet.asked('eth_requestAccounts')).method).toBe('eth_requestAccounts')
    wallet.reject()
    await refused
    expect(wallet.prompts).toEqual([])
  })

  test('a script holds for one question, of the method it names', async () => {
    const { wallet, ask, first } = await letIn()
    wallet.next.reject('eth_signTypedData_v4')
    await ask('personal_sign', '0x00', first)
    await expect(ask('eth_signTypedData_v4', first, '{}')).rejects.toMatchObject({ code: 4001 })
    wallet.next.fail({ code: 7, message: 'seven', data: { a: 1 } })
    await ask('eth_chainId')
    await expect(ask('personal_sign', '0x00', first)).rejects.toMatchObject({ code: 7, data: { a: 1 } })
    await expect(ask('personal_sign', '0x00', first)).resolves.toMatch(/^0x/)
  })

  test('a late answer comes when it is given, a hanging one never', async () => {
    const { wallet, ask, first } = await letIn()
    wallet.next.wait()
    const late = ask('personal_sign', '0x00', first)
    await wallet.asked('personal_sign')
    wallet.approve()
    await expect(late).resolves.toMatch(/^0x/)
    wallet.next.hang()
    const settled = vi.fn()
    ask('personal_sign', '0x00', first).then(settled, settled)
    await ask('eth_blockNumber')
    expect(settled).not.toHaveBeenCalled()
  })

  test('each misbehaviour is the one its name says', async () => {
    const { wallet, ask } = await create()
    wallet.next.answerLocked()
    expect(await ask('eth_requestAccounts')).toEqual([])
    wallet.next.sayPending()
    await expect(ask('eth_requestAccounts')).rejects.toMatchObject({ code: -32002 })
    wallet.next.forgetChain()
    await expect(ask('wallet_switchEthereumChain', { chainId: '0x1' })).rejects.toMatchObject({ code: 4902 })
    wallet.lock()
    expect(await ask('eth_requestAccounts')).toEqual([])
    wallet.unlock()
    expect(await ask('eth_requestAccounts')).toHaveLength(3)
    wallet.vanish()
    const settled = vi.fn()
    ask('eth_chainId').then(settled, settled)
    await evm.request('eth_blockNumber', [])
    expect(settled).not.toHaveBeenCalled()
  })
})

describe('keys', () => {
  test('signatures verify for the account that was asked, and for nobody when it signs wrongly', async () => {
    const { wallet, ask, second } = await letIn()
    const right = (await ask('personal_sign', '0x6869', second)) as `0x${string}`
    expect(await recoverMessageAddress({ message: 'hi', signature: right })).toBe(second)
    wallet.next.signWrongly()
    const wrong = (await ask('personal_sign', '0x6869', second)) as `0x${string}`
    expect(wallet.addresses).not.toContain(await recoverMessageAddress({ message: 'hi', signature: wrong }))
  })

  test('typed data verifies', async () => {
    const { ask, first } = await letIn()
    const data = {
      domain: { name: 'D' },
      types: { EIP712Domain: [{ name: 'name', type: 'string' }], M: [{ name: 'x', type: 'string' }] },
      primaryType: 'M',
      message: { x: 'y' },
    } as const
    const signature = (await ask('eth_signTypedData_v4', first, JSON.stringify(data))) as `0x${string}`
    expect(await recoverTypedDataAddress({ ...data, signature })).toBe(first)
  })

  test('transactions are mined, reads go to the node, and its errors come back as they are', async () => {
    const { ask, first, second } = await letIn()
    const hash = await ask('eth_sendTransaction', { from: first, to: second, value: '0x1', nonce: '0x0' })
    expect(await evm.request('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
    await expect(ask('eth_getBalance', 'nonsense', 'latest')).rejects.toMatchObject({
      code: expect.any(Number),
    })
    await expect(ask('wallet_unheardOf')).rejects.toMatchObject({ code: -32601 })
    await expect(ask('wallet_getCallsStatus', 'none')).rejects.toMatchObject({ code: 5730 })
  })
})

describe('in a page', () => {
  test('announces when it comes and when it is asked, until it is taken out', async () => {
    const target = new EventTarget()
    const { wallet } = await create()
    const heard = vi.fn()
    target.addEventListener('eip6963:announceProvider', heard)
    const remove = announceWallet(wallet, { target, info: { name: 'Other name' } })
    target.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(heard).toHaveBeenCalledTimes(2)
    expect(heard.mock.lastCall?.[0].detail).toEqual({
      info: { ...wallet.info, name: 'Other name' },
      provider: wallet.provider,
    })
    remove()
    target.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(heard).toHaveBeenCalledTimes(2)
  })

  test('takes the place of window.ethereum and puts back what was there', async () => {
    const { wallet } = await create()
    const before = {}
    const page: { ethereum?: unknown } = { ethereum: before }
    const remove = injectWallet(wallet, { target: page })
    expect(page.ethereum).toBe(wallet.provider)
    remove()
    expect(page.ethereum).toBe(before)
    const empty: { ethereum?: unknown } = {}
    injectWallet(wallet, { target: empty })()
    expect('ethereum' in empty).toBe(false)
  })
})

describe('the Vitest fixture', () => {
  const target: EventTarget & { ethereum?: unknown } = new EventTarget()
  const withWallet = test.extend<{ wallet: LabWallet }>({
    wallet: vitestWallet({ chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:9' }], by: 'both', target }),
  })

  withWallet('puts the wallet into the page for the test', ({ wallet }) => {
    expect(target.ethereum).toBe(wallet.provider)
  })

  test('and takes it out after', () => {
    expect(target.ethereum).toBeUndefined()
  })
})
