/** `WagmiAdapter` as apps of AppKit make it: the config that it gives to wagmi. */
import { createServer } from 'node:http'
import { readContracts } from '@wagmi/core'
import { celo, mainnet } from '@wagmi/core/chains'
import { custom, erc20Abi, fallback } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { WagmiAdapter } from './appkitWagmi.js'
import { testNetwork } from './testWorld.js'

/** A node that notes what it is asked, and how; it answers what it is told to. */
async function openNode(status = 200) {
  const asked: { readonly method: string; readonly key: string | undefined }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString())
    asked.push({ method, key: request.headers['x-key']?.toString() })
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: '0x2a' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The node has no port.')
  return { url: `http://127.0.0.1:${address.port}`, asked }
}

test('a chain of viem is the chain of the config, with its contracts, fees and serializers', () => {
  const { chains } = new WagmiAdapter({ networks: [mainnet, celo] }).wagmiConfig
  expect(chains[0]).toBe(mainnet)
  expect(chains[1]).toBe(celo)
})

test('a network of ours becomes a chain that keeps what else it has; other namespaces are left out', () => {
  const contracts = { multicall3: { address: '0xca11bde05977b3631167028862be2a173976ca11' } }
  const network = { ...testNetwork(5), contracts }
  const solana = { ...testNetwork(7), chainNamespace: 'solana', caipNetworkId: 'solana:x' } as const
  const { chains } = new WagmiAdapter({ networks: [solana, network] }).wagmiConfig
  expect(chains).toMatchObject([{ id: 5, name: network.name, contracts }])
  expect(() => new WagmiAdapter({ networks: [solana] })).toThrow('eip155')
})

test('several reads are one question, because the chain still knows its multicall', async () => {
  const asked: unknown[] = []
  const request = async ({ method, params }: { method: string; params: readonly unknown[] }) => {
    asked.push([method, params[0]])
    throw new Error('away')
  }
  const node = custom({ request }, { retryCount: 0 })
  const { wagmiConfig } = new WagmiAdapter({ networks: [mainnet], transports: { 1: node } })
  const read = {
    address: mainnet.contracts.multicall3.address,
    abi: erc20Abi,
    functionName: 'symbol',
  } as const
  await readContracts(wagmiConfig, { contracts: [read, read, read] })
  expect(asked).toMatchObject([['eth_call', { to: mainnet.contracts.multicall3.address }]])
})

test('an app’s own nodes are asked with their settings, the next one where one fails', async () => {
  const [broken, own] = [await openNode(500), await openNode()]
  const config = { retryCount: 0, fetchOptions: { headers: { 'x-key': 'secret' } } }
  const { wagmiConfig } = new WagmiAdapter({
    networks: [mainnet, celo],
    projectId: 'shop',
    customRpcUrls: {
      'eip155:1': [
        { url: broken.url, config },
        { url: own.url, config },
      ],
    },
  })
  expect(await wagmiConfig.getClient({ chainId: 1 }).request({ method: 'eth_blockNumber' })).toBe('0x2a')
  expect(broken.asked).toContainEqual({ method: 'eth_blockNumber', key: 'secret' })
  expect(own.asked).toEqual([{ method: 'eth_blockNumber', key: 'secret' }])
  expect(wagmiConfig.getClient({ chainId: celo.id }).transport).toMatchObject({ type: 'http' })
})

test('a transport that the app names comes before its own nodes', () => {
  const transport = fallback([custom({ request: async () => '0x1' })])
  const { wagmiConfig } = new WagmiAdapter({
    networks: [mainnet],
    transports: { 1: transport },
    customRpcUrls: { 'eip155:1': [{ url: 'https://node.example' }] },
  })
  expect(wagmiConfig.getClient({ chainId: 1 }).transport).toMatchObject({
    type: 'fallback',
    transports: [{ config: { type: 'custom' } }],
  })
})
