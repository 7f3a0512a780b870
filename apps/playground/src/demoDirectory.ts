/** A directory that answers as a scene wants, in place of the gateway's. */
import type { DirectoryWallet } from '@latchkey/core/screen'
import { brassIcon, demoIcon, harborIcon } from './icons.js'

export type DirectoryMood = 'answers' | 'never' | 'fails' | 'empty'

const icons = [demoIcon, brassIcon, harborIcon]

/** One with every way to reach it. */
export const harbor: DirectoryWallet = {
  id: 'harbor-wallet',
  name: 'Harbor',
  rdns: 'demo.harbor-wallet',
  image_id: null,
  image_url: harborIcon,
  homepage: 'https://harbor.example',
  chains: [],
  mobile_link: 'harbor://',
  link_mode: 'https://go.harbor.example',
  desktop_link: 'harbordesk://',
  desktop_universal: null,
  webapp_link: 'https://web.harbor.example',
  browse_link: null,
  app_store: 'https://apps.apple.com/app/id1',
  play_store: 'https://play.google.com/store/apps/details?id=harbor',
  chrome_store: 'https://chromewebstore.google.com/detail/harbor',
  firefox_store: 'https://addons.mozilla.org/firefox/addon/harbor/',
  edge_store: null,
  injected: [],
  supports_wc: true,
  badge_type: 'certified',
  source: 'custom',
}

const names = [
  'Harbor',
  'Brass',
  'Anchor',
  'Beacon',
  'Quill',
  'Ember',
  'Fathom',
  'Juniper',
  'Lumen',
  'Marrow',
]

const listing = (index: number) => ({
  ...harbor,
  id: `demo-${index}`,
  name: `${names[index % names.length]} ${index + 1}`,
  rdns: null,
  image_url: icons[index % 4] ?? null,
  badge_type: index % 7 === 0 ? 'certified' : 'none',
  order: index,
})

const many = Array.from({ length: 560 }, (_, index) => listing(index))

/** Answers questions for wallets; everything else is asked of whoever would have been asked. */
export const demoDirectory =
  (mood: DirectoryMood): typeof globalThis.fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    if (!url.pathname.endsWith('/getWallets')) return fetch(input, init)
    if (mood === 'never') await new Promise((_, reject) => init?.signal?.addEventListener('abort', reject))
    if (mood === 'fails') return new Response(null, { status: 404 })
    const { searchParams: query } = url
    const [page, entries] = [Number(query.get('page') ?? 1), Number(query.get('entries') ?? 40)]
    const search = (query.get('search') ?? '').toLowerCase()
    const found = many.filter(
      ({ name, badge_type, id }) =>
        mood !== 'empty' &&
        name.toLowerCase().includes(search) &&
        (!query.get('badge_type') || badge_type === query.get('badge_type')) &&
        (!query.get('include') || query.get('include')?.split(',').includes(id)),
    )
    const data = found.slice((page - 1) * entries, page * entries)
    return Response.json({ data, count: found.length })
  }
