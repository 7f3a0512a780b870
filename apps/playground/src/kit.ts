/** The kit of this page: wallets that announce themselves, extensions and demo wallets alike, and the phone of the local world. */
import { createLatchkey, type Kit } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { gatewaySignIn } from 'latchkey/signIn'
import { languageInAddress } from './languages.js'
import { isPage, type LocalWorldFacts } from './localWorld.js'
import { networks } from './networks.js'
import { noOthers, type OtherNamespaces } from './otherNamespaces.js'

/** With this in the address, people are asked to sign in after they have connected. */
export const signInSwitch = 'signIn'

export function createKit(world: LocalWorldFacts | undefined, others: OtherNamespaces = noOthers): Kit {
  const { phone, wallet } = world?.urls ?? {}
  const language = languageInAddress()
  return createLatchkey({
    networks: [...networks, ...others.networks],
    ...(language && { language }),
    gatewayUrl: '/gateway',
    adapters: [eip155(), ...others.adapters],
    // Both are off by default: the shop of this page takes payments, and the lab asks for permissions.
    features: { pay: true, smartSessions: true },
    // With it come email, the services, Farcaster and passkeys, which are on by default.
    ...(isPage(wallet) && { walletUrl: wallet }),
    metadata: {
      name: 'Latchkey playground',
      description: 'Every view, every state, every option.',
      url: location.origin,
      icons: ['/icon.svg'],
    },
    ...(new URLSearchParams(location.search).has(signInSwitch) && {
      siwx: gatewaySignIn({
        gatewayUrl: '/gateway',
        statement: 'Sign in to the Latchkey playground.',
        required: false,
      }),
    }),
    ...(isPage(phone) && {
      customWallets: [
        {
          id: 'latchkey-phone',
          name: 'Latchkey phone',
          image_url: `${location.origin}/phone.svg`,
          webapp_link: phone,
          homepage: phone,
        },
      ],
    }),
  })
}
