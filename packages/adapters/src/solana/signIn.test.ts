/** Sign-in in the wallet's own words: what it signed says what was asked for, or nobody is signed in. */
import { contextOf, signIn, startFeature } from '@latchkey/core/screen'
import { readSignIn, type SignInData, writeSignIn } from '@latchkey/spec/signIn'
import { decodeBase58 } from '@latchkey/spec/validation'
import { expect, test } from 'vitest'
import { connect, createSolanaWorld, devnet, isEd25519, mainnet } from './testWorld.js'

const dataFor = (accountAddress: string, more: Partial<SignInData> = {}): SignInData => ({
  domain: 'app.example',
  uri: 'https://app.example',
  version: '1',
  chainId: mainnet,
  accountAddress,
  nonce: 'abcdefgh12345678',
  issuedAt: '2026-01-01T00:00:00.000Z',
  ...more,
})

async function open(lacks: readonly string[] = []) {
  const world = await createSolanaWorld({ wallet: { lacks } })
  const { session } = await connect(world)
  const [me = ''] = world.wallet.addresses
  const signal = new AbortController().signal
  const ask = (data: SignInData, networkId = mainnet) =>
    session.signIn?.({ address: me as never, networkId, signal, data })
  return { ...world, session, me, ask }
}

test.each([
  ['as little as possible', {}],
  ['a statement', { statement: 'Welcome: back' }],
  [
    'everything',
    { statement: 'Hi', requestId: 'r1', notBefore: '2026-01-01T00:00:00Z', resources: ['https://a', 'b'] },
  ],
  ['another network', { chainId: devnet }],
])('with %s, the message is what servers read, and the signature is the account’s', async (_, more) => {
  const { me, ask } = await open()
  const data = dataFor(me, more)
  const signed = await ask(data, data.chainId)
  if (!signed) throw new Error('the wallet signs in')
  expect(readSignIn(signed.message)).toEqual(data)
  const signature = decodeBase58(signed.signature) ?? new Uint8Array()
  expect(await isEd25519(me, new TextEncoder().encode(signed.message), signature)).toBe(true)
})

test('[D-11] a wallet that signs in as somebody else, or says something else, is refused', async () => {
  const { wallet, me, ask } = await open()
  const data = dataFor(me)
  wallet.next.signWrongly('solana:signIn')
  await expect(ask(data)).rejects.toMatchObject({ code: 'signature.wrong-signer' })
  const features = wallet.face.wallet.features as Record<string, { signIn(input: object): unknown }>
  const feature = features['solana:signIn']
  if (!feature) throw new Error('the wallet signs in')
  const { signIn: signInAs } = feature
  for (const change of [
    { statement: 'and give everything away' },
    { domain: 'evil.example' },
    { nonce: '87654321' },
  ]) {
    feature.signIn = (input) => signInAs({ ...input, ...change })
    await expect(ask(data)).rejects.toMatchObject({ code: 'signin.failed' })
  }
})

test('a kit with a sign-in uses the wallet’s own where there is one, and a signed message where there is none', async () => {
  for (const lacks of [[], ['solana:signIn']]) {
    const sessions: { message: string }[] = []
    const siwx = {
      createMessage: async ({ accountAddress }: { accountAddress: string }) => {
        const data = dataFor(accountAddress)
        return { ...data, toString: () => writeSignIn(data) }
      },
      addSession: async (session: { message: string }) => void sessions.push(session),
      revokeSession: async () => {},
      setSessions: async () => {},
      getSessions: async () => [],
    }
    const world = await createSolanaWorld({ wallet: { lacks }, siwx })
    await connect(world)
    const feature = await startFeature(contextOf(world.kit), signIn)
    await feature?.signIn()
    const [method] = world.wallet.requests.map((each) => each.method).filter((each) => /:sign/.test(each))
    expect(method).toBe(lacks.length ? 'solana:signMessage' : 'solana:signIn')
    expect(readSignIn(sessions[0]?.message ?? '')).toMatchObject({
      nonce: 'abcdefgh12345678',
      chainId: mainnet,
    })
    world.kit.destroy()
  }
})
