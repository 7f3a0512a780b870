/** Collectibles: of this account and network, with pictures of the app's own gateway, spam only on demand. */
import { expect, test } from 'vitest'
import { startFeature } from '../../feature.js'
import { createTestKit } from '../../testing/index.js'
import { nfts as feature } from '../onDemand.js'
import { createTestAccount } from '../testAccount.js'

const imageId = 'ab'.repeat(20)
const nft = (tokenId: string, more: object = {}) => ({
  chainId: 'eip155:1',
  contract: 'eip155:1:0x00000000000000000000000000000000000000C0',
  tokenId,
  standard: 'erc721',
  amount: '1',
  name: `Key ${tokenId}`,
  collection: { name: 'Keys', symbol: 'KEY' },
  description: null,
  image: `/v1/nfts/image/${imageId}`,
  isSpam: false,
  ...more,
})
const page = (data: readonly object[], next: string | null = null) => ({
  json: { data, next, meta: { completeness: 'full' } },
})

const create = (pages: Record<string, ReturnType<typeof page> | { readonly status: number }>) =>
  createTestAccount({
    feature,
    path: '/nfts',
    answer: (_, query) => pages[`${query.get('spam')} ${query.get('cursor') ?? ''}`] ?? { status: 400 },
  })

test('[D-06] what an account holds is listed page by page, each with its picture on the gateway', async () => {
  const { handle, subject, kit } = await create({
    'false ': page([nft('1'), nft('2', { image: null })], 'more'),
    'false more': page([nft('3')]),
  })
  const { items } = await handle.load(subject)
  expect(items.map(({ name, image }) => [name, image && new URL(image).pathname])).toEqual([
    ['Key 1', `/v1/nfts/image/${imageId}`],
    ['Key 2', undefined],
  ])
  expect((await handle.loadMore(subject)).items).toHaveLength(3)
  kit.destroy()
})

test('[D-06] spam has a list of its own, for who wants to see it', async () => {
  const { handle, subject, kit } = await create({
    'false ': page([nft('1')]),
    'true ': page([nft('1'), nft('2', { isSpam: true })]),
  })
  expect((await handle.load(subject)).items).toHaveLength(1)
  expect((await handle.load({ ...subject, withSpam: true })).items).toHaveLength(2)
  expect((await handle.load(subject)).items).toHaveLength(1)
  kit.destroy()
})

test('[D-15] what is on another network is not held here', async () => {
  const { handle, subject, kit } = await create({
    'false ': page([
      nft('1', { chainId: 'eip155:10', contract: 'eip155:10:0x00000000000000000000000000000000000000C0' }),
    ]),
  })
  expect(await handle.load(subject)).toMatchObject({ status: 'ready', items: [] })
  kit.destroy()
})

test('[D-13] a failure is no empty list', async () => {
  const { handle, subject, kit } = await create({ 'false ': { status: 404 } })
  expect(await handle.load(subject)).toMatchObject({ status: 'failed', error: { code: 'http.status' } })
  kit.destroy()
})

test('without a gateway there is nobody to ask', async () => {
  const { kit, context } = createTestKit()
  await expect(startFeature(context, feature)).resolves.toBeUndefined()
  kit.destroy()
})
