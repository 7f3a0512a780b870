/** Signing, sending and reading on a real local chain. */
import { type Kit, RpcError } from '@latchkey/core'
import { type Evm, localAccounts, startEvm, tokens } from '@latchkey/local'
import { asAddress } from '@latchkey/spec/caip'
import { erc20Abi, recoverMessageAddress, recoverTypedDataAddress } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestWorld, type TestWorldInput, testNetwork, withTime } from './testWorld.js'

let evm: Evm
beforeAll(async () => {
  evm = await startEvm()
}, 60_000)
afterAll(() => evm.close())

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.destroy()
})

async function connected(input: TestWorldInput = {}) {
  const world = await createTestWorld({
    networks: [testNetwork(31337, evm.url), testNetwork(10, evm.url)],
    ...input,
    wallet: { chains: [{ id: 31337, rpcUrl: evm.url }], ...input.wallet },
  })
  kits.push(world.kit)
  await world.kit.connect({ connectorId: 'dev.latchkey.lab' })
  const [first, second] = world.wallet.addresses.map((address) => asAddress(address))
  if (!first || !second) throw new Error('the lab wallet has accounts')
  return { ...world, first, second }
}

const typedData = {
  domain: { name: 'Latchkey', version: '1', chainId: 31337 },
  types: {
    Mail: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  },
  primaryType: 'Mail',
  message: { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', amount: 2n ** 255n },
} as const

describe('signatures', () => {
  test('[D-11] a text is signed by the address shown, byte for byte', async () => {
    const { kit, first } = await connected()
    for (const message of ['hello', 'Grüße 🗝', new Uint8Array([0, 255, 1])]) {
      const signature = (await kit.signMessage({ message })) as `0x${string}`
      const signed = typeof message === 'string' ? message : { raw: message }
      expect(await recoverMessageAddress({ message: signed, signature })).toBe(first)
    }
  })

  test('[D-11] typed data is signed by the address shown, numbers of any size included', async () => {
    const { kit, wallet, first } = await connected()
    const signature = (await kit.signTypedData({ data: typedData })) as `0x${string}`
    expect(await recoverTypedDataAddress({ ...typedData, signature })).toBe(first)
    expect(wallet.requests.at(-1)?.method).toBe('eth_signTypedData_v4')
  })

  test('[D-11] a signature of another key is refused, for texts and for typed data', async () => {
    const { kit, wallet } = await connected()
    wallet.next.signWrongly()
    await expect(kit.signMessage({ message: 'm' })).rejects.toMatchObject({ code: 'signature.wrong-signer' })
    wallet.next.signWrongly()
    await expect(kit.signTypedData({ data: typedData })).rejects.toMatchObject({
      code: 'signature.wrong-signer',
    })
  })

  test('[D-11] what a contract account accepts is its signature, though no key of that address made it', async () => {
    const { kit, wallet, first } = await connected()
    // Answers every question with the magic value of ERC-1271.
    await evm.request('hardhat_setCode', [first, '0x631626ba7e60e01b60005260206000f3'])
    wallet.next.signWrongly()
    await expect(kit.signMessage({ message: 'm' })).resolves.toMatch(/^0x/)
    await evm.request('hardhat_setCode', [first, '0x'])
  })

  test('[D-11] a signature nobody can check is not believed', async () => {
    const offline = () => Promise.reject(new TypeError('offline'))
    const { kit, wallet, clock } = await connected({ fetch: offline, wallet: { fetch } })
    wallet.next.signWrongly()
    await expect(withTime(clock, kit.signMessage({ message: 'm' }))).rejects.toMatchObject({
      code: 'signature.wrong-signer',
    })
  })

  test('an answer that is no signature is an error of the wallet', async () => {
    const { kit, wallet } = await connected()
    wallet.next.answerLocked('personal_sign')
    await expect(kit.signMessage({ message: 'm' })).rejects.toMatchObject({ name: 'ProviderError' })
  })
})

describe('transactions', () => {
  const receipt = (hash: string) =>
    evm.request('eth_getTransactionReceipt', [hash]) as Promise<{ status: string; from: string }>

  test('[D-11] a transfer is sent by the address shown and mined', async () => {
    const { kit, first, second } = await connected()
    const hash = await kit.sendTransaction({ transaction: { to: second, value: '1000', data: '0x' } })
    expect(await receipt(hash)).toMatchObject({ status: '0x1', from: first.toLowerCase() })
  })

  test('[S7-31] a wallet that only knows wallet_sendTransaction is asked by that name', async () => {
    const { kit, second, wallet } = await connected({ wallet: { lacks: ['eth_sendTransaction'] } })
    const hash = await kit.sendTransaction({ transaction: { to: second, value: 1n } })
    expect(await receipt(hash)).toMatchObject({ status: '0x1' })
    expect(wallet.requests.slice(-2).map(({ method }) => method)).toEqual([
      'eth_sendTransaction',
      'wallet_sendTransaction',
    ])
  })

  test('[S7-31] a refusal is not asked again under the other name', async () => {
    const { kit, second, wallet } = await connected()
    wallet.next.reject()
    await expect(kit.sendTransaction({ transaction: { to: second } })).rejects.toMatchObject({ code: 4001 })
    expect(wallet.requests.at(-1)?.method).toBe('eth_sendTransaction')
  })

  test('[S5-11] what no node would take never reaches the wallet', async () => {
    const { kit, second, wallet } = await connected()
    const wrong: readonly (readonly [object, string])[] = [
      [{ to: 'vitalik.eth' }, 'transaction.address-invalid'],
      [{ to: second, gasPrice: 1n, maxFeePerGas: 1n }, 'transaction.fees-mixed'],
      [{ to: second, maxFeePerGas: 1n, maxPriorityFeePerGas: 2n }, 'transaction.tip-above-max'],
      [{ to: second, maxFeePerGas: 2n ** 256n }, 'transaction.max-fee-too-high'],
      [{ to: second, value: 0.1 }, 'amount.invalid'],
      [{ to: second, value: -1n }, 'amount.invalid'],
      [{ to: second, data: 'deadbeef' }, 'calls.data-invalid'],
      [{ to: second, from: 'vitalik.eth' }, 'transaction.address-invalid'],
    ]
    for (const [transaction, code] of wrong) {
      await expect(kit.sendTransaction({ transaction: { ...transaction } })).rejects.toMatchObject({ code })
    }
    expect(wallet.requests.map(({ method }) => method)).not.toContain('eth_sendTransaction')
  })

  test('a wallet that moved to another network meanwhile does not send there', async () => {
    const { kit, second, wallet } = await connected()
    const sent = kit.sendTransaction({ transaction: { to: second, value: 1n } })
    wallet.next.wait('eth_sendTransaction')
    await wallet.asked('eth_sendTransaction')
    wallet.switchChain(10)
    wallet.approve()
    await expect(sent).rejects.toMatchObject({ code: -32602 })
  })
})

describe('contracts', () => {
  const token = () => {
    const [name] = Object.keys(tokens) as (keyof typeof tokens)[]
    if (!name) throw new Error('the local chain has tokens')
    return asAddress(tokens[name].address)
  }
  const balanceOf = (address: string) => ({
    address: token(),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
  })

  test('a contract is read, and called by the address shown', async () => {
    const { kit, first } = await connected()
    const to = localAccounts().faucet.address
    const before = (await kit.readContract({ call: balanceOf(to) })) as bigint
    const call = { address: token(), abi: erc20Abi, functionName: 'transfer', args: [to, 5n] }
    const hash = await kit.writeContract({ call })
    expect(await evm.request('eth_getTransactionByHash', [hash])).toMatchObject({ from: first.toLowerCase() })
    expect(await kit.readContract({ call: balanceOf(to) })).toBe(before + 5n)
  })

  test('gas is estimated by the network, and a revert is told as one', async () => {
    const { kit, second, first } = await connected()
    await expect(kit.estimateGas({ transaction: { to: second, value: 1n } })).resolves.toBeGreaterThanOrEqual(
      21_000n,
    )
    const data = `0xa9059cbb${first.slice(2).toLowerCase().padStart(64, '0')}${'f'.repeat(64)}`
    const reverted = await kit
      .estimateGas({ transaction: { to: token(), data } })
      .catch((cause: unknown) => cause)
    expect(reverted).toMatchObject({ code: 'rpc.failed', cause: expect.any(RpcError) })
  })

  test('[S3-17] the token named in `tokens` is shown instead of the native currency', async () => {
    const native = await connected()
    expect(await native.kit.getBalance()).toMatchObject({ symbol: 'ETH', decimals: 18 })
    const { kit, first } = await connected({ tokens: { 'eip155:31337': { address: token() } } })
    const [named] = Object.values(tokens)
    const balance = await kit.getBalance()
    expect(balance).toMatchObject({ symbol: named?.symbol, decimals: named?.decimals })
    expect(balance.value).toBe(await kit.readContract({ call: balanceOf(first) }))
  })
})

describe('bundles', () => {
  test('[S5-12] calls go to the wallet as one and their status comes back', async () => {
    const { kit, second } = await connected()
    const id = await kit.sendCalls({
      calls: [
        { to: second, value: 1n },
        { to: second, data: '0x' },
      ],
    })
    const status = await kit.getCallsStatus({ id })
    expect(status).toMatchObject({ id, status: 'success', code: 200, isAtomic: false })
    expect(status.receipts).toHaveLength(2)
  })

  test('[S5-12] a call without a proper target or data never reaches the wallet', async () => {
    const { kit, second, wallet } = await connected()
    await expect(kit.sendCalls({ calls: [{ to: 'x' }] })).rejects.toMatchObject({ code: 'calls.to-invalid' })
    await expect(kit.sendCalls({ calls: [{ to: second }, { to: second, data: 'x' }] })).rejects.toMatchObject(
      {
        code: 'calls.data-invalid',
        context: { n: 2 },
      },
    )
    expect(wallet.requests.map(({ method }) => method)).not.toContain('wallet_sendCalls')
  })

  test('capabilities come by network id; a wallet without them says so', async () => {
    const { kit } = await connected()
    expect(await kit.getCapabilities()).toEqual({ 'eip155:31337': { atomic: { status: 'unsupported' } } })
    const lacking = await connected({ wallet: { lacks: ['wallet_getCapabilities', 'wallet_sendCalls'] } })
    await expect(lacking.kit.getCapabilities()).rejects.toMatchObject({ code: 'connection.unsupported' })
  })
})

describe('networks', () => {
  test('[S4-24] a network the wallet does not know is added, with its own addresses, and then used', async () => {
    const { kit, wallet } = await connected({ gatewayUrl: '/gateway' })
    await kit.switchNetwork({ networkId: 'eip155:10' })
    expect(wallet.chainId).toBe(10)
    const added = wallet.requests.find(({ method }) => method === 'wallet_addEthereumChain')
    expect(added?.params).toEqual([
      {
        chainId: '0xa',
        chainName: 'Network 10',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: [evm.url],
      },
    ])
  })

  for (const error of [
    { code: 4902, message: 'Unrecognized chain' },
    { code: 5000, message: 'Unknown' },
    { code: -32603, message: 'Internal error' },
    { code: 32603, message: 'Invalid chain' },
    { code: -32000, message: 'Wrapped', data: { originalError: { code: 4902 } } },
  ]) {
    test(`[S8-32] [S4-24] ${error.message} (${error.code}) is answered by adding the network`, async () => {
      const { kit, wallet } = await connected({
        wallet: {
          chains: [
            { id: 31337, rpcUrl: evm.url },
            { id: 10, rpcUrl: evm.url },
          ],
        },
      })
      wallet.next.fail(error, 'wallet_switchEthereumChain')
      await kit.switchNetwork({ networkId: 'eip155:10' })
      expect(wallet.requests.map(({ method }) => method)).toContain('wallet_addEthereumChain')
      expect(wallet.chainId).toBe(10)
    })
  }

  test('[S8-14] a network the wallet will not learn is not supported; a refusal stays a refusal', async () => {
    const { kit, wallet } = await connected()
    wallet.next.fail({ code: -32602, message: 'no' }, 'wallet_addEthereumChain')
    await expect(kit.switchNetwork({ networkId: 'eip155:10' })).rejects.toMatchObject({
      code: 'network.not-supported',
    })
    wallet.next.reject('wallet_addEthereumChain')
    await expect(kit.switchNetwork({ networkId: 'eip155:10' })).rejects.toMatchObject({ code: 4001 })
    expect(kit.store.get().activeNetworks.eip155?.networkId).toBe('eip155:31337')
  })
})
