/** Who an address is, read from the real contracts of the local chain and from servers that mean no good. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { abis, addresses, deployables, localAccounts, localChain } from '@latchkey/local'
import { hours, minutes } from '@latchkey/spec/limits'
import { createPublicClient, createWalletClient, http, labelhash, namehash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chainOf } from '../chain/chain.js'
import type { Hex } from '../chain/shapes.js'
import { createMemoryCache } from '../ports/cache.js'
import { systemClock } from '../ports/clock.js'
import { OutboundError } from '../ports/outboundError.js'
import { createUntrusted, type Untrusted } from '../ports/untrusted.js'
import { NetworkUnavailable, RpcError } from '../rpc/errors.js'
import type { Rpc } from '../rpc/rpc.js'
import { createFakeClock } from '../testing/fakeClock.js'
import { startTestChain, type TestChain } from '../testing/localChain.js'
import { silentLog } from '../testing/log.js'
import { createAvatars } from './avatars.js'
import { LookupFailed } from './ccipRead.js'
import { createEns, type Ens } from './ens.js'
import { createIdentities } from './identities.js'

const signal = new AbortController().signal
const resolver = addresses.universalResolver.toLowerCase() as Hex // lower case of hex is hex
let chain: TestChain
let server: Server
let origin: string
let behave: (request: IncomingMessage, response: ServerResponse) => void
let requests = 0

beforeAll(async () => {
  chain = await startTestChain()
  server = createServer((request, response) => {
    requests++
    behave(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
  await delegate('zone', `${origin}/{sender}/{data}.json`)
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await chain.evm.close()
})
beforeEach(() => {
  requests = 0
  behave = (_, response) => void response.writeHead(500).end()
})

/** Gives `<label>.eth` to a resolver that sends its callers to `url`. */
async function delegate(label: string, url: string): Promise<void> {
  const account = privateKeyToAccount(localAccounts().deployer.privateKey)
  const transport = http(chain.evm.url)
  const wallet = createWalletClient({ account, chain: localChain(chain.evm.url), transport })
  const hash = await wallet.deployContract({ ...deployables.offchainResolver, args: [url, account.address] })
  const { contractAddress } = await createPublicClient({ transport }).waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('not deployed')
  const args = [namehash('eth'), labelhash(label), account.address, contractAddress, 0n] as const
  const registry = { address: addresses.nameRegistry, abi: abis.nameRegistry } as const
  await wallet.writeContract({ ...registry, functionName: 'setSubnodeRecord', args })
}

/** Over the wire, where a revert says why. */
const overHttp: Pick<Rpc, 'call'> = {
  async call(_, method, params = []) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const answer = (await (
      await fetch(chain.evm.url, { method: 'POST', headers, body })
    ).json()) as JsonRpcAnswer
    if (!answer.error) return answer.result
    const { code, message, data } = answer.error
    throw new RpcError({ code, message, data: data === undefined ? undefined : JSON.stringify(data) })
  },
}

interface JsonRpcAnswer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

const untrusted = createUntrusted({ clock: systemClock, isLocal: true })

function open(through: Untrusted = untrusted): Ens {
  return createEns({ chain: chainOf(overHttp, 'eip155:31337'), resolver, untrusted: through })
}

const person = (index: number): Hex => chain.people[index] ?? '0x'

describe('ENS', () => {
  test('[S7-03] the name of an address is the one that points back at it', async () => {
    expect(await open().nameOf(person(0), 60, signal)).toBe('alice.eth')
    expect(await open().nameOf(person(7), 60, signal)).toBeUndefined()
    expect(await open().textOf('alice.eth', 'description', signal)).toBe('alice of the local chain')
    expect(await open().textOf('alice.eth', 'avatar', signal)).toBeUndefined()
    expect(await open().textOf('nobody-here.eth', 'avatar', signal)).toBeUndefined()
  })

  test.each(['alice.eth', 'аlice.eth', 'ALICE.eth', 'alice', 'a\u202Elice.eth'])(
    'an address that calls itself %j without being it has no name',
    async (name) => {
      await chain.wallet(6).writeContract({
        account: privateKeyToAccount(localAccounts().people[6]?.privateKey ?? '0x'),
        chain: localChain(chain.evm.url),
        address: addresses.reverseRegistrar,
        abi: abis.reverseRegistrar,
        functionName: 'setName',
        args: [name],
      })
      expect(await open().nameOf(person(6), 60, signal)).toBeUndefined()
    },
  )

  test('[D-13] a server that a resolver names and that does not answer is an error, not an empty answer', async () => {
    await expect(open().textOf('any.zone.eth', 'avatar', signal)).rejects.toThrow(LookupFailed)
    expect(requests).toBe(1)
  })

  test.each<[string, (response: ServerResponse) => void]>([
    ['no JSON', (response) => response.end('<html>')],
    ['no hex', (response) => response.end('{"data":"0xzz"}')],
    ['an answer without end', (response) => response.end(`{"data":"0x${'00'.repeat(200_000)}"}`)],
    [
      'a redirect into the house',
      (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    ],
    ['a refusal', (response) => response.writeHead(404).end('{"message":"no"}')],
  ])('[D-13] a server that answers with %s is taken for one that does not answer', async (_, answer) => {
    behave = (_request, response) => answer(response)
    await expect(open().textOf('any.zone.eth', 'avatar', signal)).rejects.toThrow(LookupFailed)
  })

  test('an answer that nobody signed is not believed', async () => {
    behave = (_, response) => void response.end(`{"data":"0x${'00'.repeat(96)}"}`)
    expect(await open().textOf('any.zone.eth', 'avatar', signal)).toBeUndefined()
  })

  test('a contract that sends its reader on and on is left alone after a few times', async () => {
    behave = (_, response) => void response.end('{"data":"0x"}')
    let lookup: unknown
    const recording = {
      call: (...question: Parameters<Rpc['call']>) =>
        overHttp.call(...question).catch((cause: unknown) => {
          lookup ??= cause
          throw cause
        }),
    }
    const first = createEns({ chain: chainOf(recording, 'eip155:31337'), resolver, untrusted })
    await first.textOf('any.zone.eth', 'avatar', signal).catch(() => {})
    requests = 0
    let calls = 0
    const endless = {
      call: async () => {
        calls++
        throw lookup
      },
    }
    const ens = createEns({ chain: chainOf(endless, 'eip155:31337'), resolver, untrusted })
    await expect(ens.textOf('any.zone.eth', 'avatar', signal)).rejects.toThrow(LookupFailed)
    expect(calls).toBe(4)
    expect(requests).toBeLessThanOrEqual(8)
  })
})

describe('an identity', () => {
  const address = `0x${'11'.repeat(20)}` as const
  const fallback = {
    name: 'own-name.latch.id',
    owner: address,
    ownerCoinType: 60,
    isContract: false,
    attributes: {},
    registeredAt: new Date(0),
    updatedAt: new Date(0),
    addresses: new Map([[60, { address, createdAt: new Date(0) }]]),
  } as const

  function world({ nameOf, own = [] }: { nameOf: Ens['nameOf']; own?: readonly (typeof fallback)[] }) {
    const clock = createFakeClock()
    const cache = createMemoryCache({ clock })
    let asked = 0
    const ens: Ens = {
      nameOf: (...question) => {
        asked++
        return nameOf(...question)
      },
      textOf: async () => undefined,
    }
    const avatars = { load: async () => undefined }
    const names = { ofOwner: async () => [...own] }
    const identities = createIdentities({ names, ens, avatars, cache, clock, log: silentLog })
    return { clock, identities, asked: () => asked }
  }

  test('[S9-02] a name of ENS is kept for an hour, and that there is none for ten minutes', async () => {
    for (const [name, kept] of [
      ['alice.eth', hours(1)],
      [undefined, minutes(10)],
    ] as const) {
      const { clock, identities, asked } = world({ nameOf: async () => name })
      await identities.of(address, signal)
      await clock.advance(kept - 1)
      expect((await identities.of(address, signal)).name).toBe(name ?? null)
      expect(asked()).toBe(1)
      await clock.advance(1)
      await identities.of(address, signal)
      expect(asked()).toBe(2)
    }
  })

  test('[D-13] where ENS cannot be read nobody says that there is no name', async () => {
    const away = async () => {
      throw new NetworkUnavailable('eip155:1')
    }
    await expect(world({ nameOf: away }).identities.of(address, signal)).rejects.toMatchObject({
      status: 503,
    })
    const { identities, asked } = world({ nameOf: away, own: [fallback] })
    // Its own zone can still be read, and the failure is not kept.
    expect(await identities.of(address, signal)).toMatchObject({ name: 'own-name.latch.id' })
    await identities.of(address, signal)
    expect(asked()).toBe(2)
  })

  test('[S7-30] a name that its owner has pointed elsewhere is not shown for the owner', async () => {
    const elsewhere = new Map([[60, { address: `0x${'22'.repeat(20)}` as const, createdAt: new Date(0) }]])
    const moved = { ...fallback, addresses: elsewhere } as unknown as typeof fallback // another address, the same shape
    const { identities } = world({ nameOf: async () => undefined, own: [moved, fallback] })
    expect((await identities.of(address, signal)).name).toBe('own-name.latch.id')
    const lonely = world({ nameOf: async () => undefined, own: [moved] })
    expect((await lonely.identities.of(address, signal)).name).toBeNull()
  })
})

describe('a picture', () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47])

  function avatarsWith(fetch: Untrusted['fetch'], ipfsGateway?: string) {
    const clock = createFakeClock()
    let asked: string[] = []
    const counted: Untrusted = {
      fetch: (request) => {
        asked = [...asked, request.url]
        return fetch(request)
      },
    }
    const avatars = createAvatars({ untrusted: counted, cache: createMemoryCache({ clock }), ipfsGateway })
    return { avatars, clock, asked: () => asked }
  }

  test('[D-22] a picture travels inside of the answer, so that no page asks a stranger for it', async () => {
    const { avatars, asked } = avatarsWith(async () => ({
      status: 200,
      contentType: 'image/png',
      bytes: png,
    }))
    const load = () => avatars.load('https://img.example/a.png', signal)
    expect(await load()).toBe(`data:image/png;base64,${png.toString('base64')}`)
    expect(await load()).toBe(`data:image/png;base64,${png.toString('base64')}`)
    expect(asked()).toEqual(['https://img.example/a.png'])
  })

  test.each([
    ['javascript:alert(1)'],
    ['data:text/html,<script>alert(1)</script>'],
    [`data:image/png;base64,${'A'.repeat(400_000)}`],
    ['http://img.example/a.png'],
    ['ftp://img.example/a.png'],
    ['ipfs://bafy/a.png'],
    [`https://img.example/${'a'.repeat(3000)}`],
    ['eip155:1/erc721:0x0000000000000000000000000000000000000000/1'],
  ])('%.40s is asked of nobody, and shown to nobody', async (uri) => {
    const { avatars, asked } = avatarsWith(() => Promise.reject(new Error('asked')))
    expect(await avatars.load(uri, signal)).toBeUndefined()
    expect(asked()).toEqual([])
  })

  test('one that cannot be had is asked for again after a minute; one that is too large, after an hour', async () => {
    for (const [kind, kept] of [
      ['unreachable', minutes(1)],
      ['too-large', hours(1)],
    ] as const) {
      const { avatars, clock, asked } = avatarsWith(() => Promise.reject(new OutboundError(kind)))
      const load = () => avatars.load('https://img.example/a.png', signal)
      expect(await load()).toBeUndefined()
      await clock.advance(kept - 1)
      expect(await load()).toBeUndefined()
      expect(asked()).toHaveLength(1)
      await clock.advance(1)
      await load()
      expect(asked()).toHaveLength(2)
    }
  })

  test('ipfs is read where the operator says, and nowhere else', async () => {
    const answer = { status: 200, contentType: 'image/png', bytes: png }
    const { avatars, asked } = avatarsWith(async () => answer, 'https://ipfs.example/')
    await avatars.load('ipfs://ipfs/bafy/a.png', signal)
    expect(asked()).toEqual(['https://ipfs.example/ipfs/bafy/a.png'])
  })
})
