/** The live demo: the kit as any page has it, a wallet that lives in the page, and something to sign. */
import { createLatchkey, isUserRejection, selectAccount } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { announceWallet, createLabWallet, labKeys } from 'latchkey/testing'
import { fetchHere, hereUrl } from './hereNode.js'
import { showQuestions } from './questions.js'
import { hasLocalWorld } from './world.js'

const walletIcon =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI5NiIgaGVpZ2h0PSI5NiIgdmlld0JveD0iMCAwIDk2IDk2Ij48cmVjdCB3aWR0aD0iOTYiIGhlaWdodD0iOTYiIHJ4PSIyMCIgZmlsbD0iIzI0NDhjNyIvPjxjaXJjbGUgY3g9IjM2IiBjeT0iNDgiIHI9IjE0IiBmaWxsPSJub25lIiBzdHJva2U9IiNmZmYiIHN0cm9rZS13aWR0aD0iOCIvPjxwYXRoIGQ9Ik01MCA0OGgyOHYxMk02NiA0OHY5IiBmaWxsPSJub25lIiBzdHJva2U9IiNmZmYiIHN0cm9rZS13aWR0aD0iOCIvPjwvc3ZnPg=='

function part<T extends Element>(id: string, kind: new () => T): T {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`The page has no #${id}`)
  return found
}

const sign = part('demo-sign', HTMLButtonElement)
const says = part('demo-says', HTMLElement)

const hasGateway = await hasLocalWorld()
const rpcUrl = hasGateway ? '/gateway/v1?chainId=eip155:31337' : hereUrl
const fetch = hasGateway ? globalThis.fetch.bind(globalThis) : fetchHere

const kit = createLatchkey({
  id: 'docs',
  networks: [
    {
      id: 31337,
      name: hasGateway ? 'Local chain' : 'Demo network',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    },
  ],
  adapters: [eip155()],
  fetch,
  ...(hasGateway && { gatewayUrl: '/gateway' }),
  // The frame of the embedded wallet has its place in the playground.
  features: { email: false, socials: false },
  themeMode: 'auto',
})

const wallet = await createLabWallet({
  name: 'Demo Wallet',
  rdns: 'demo.latchkey.docs',
  icon: walletIcon,
  privateKeys: [labKeys[0]],
  chains: [{ id: 31337, rpcUrl }],
  asks: ['personal_sign'],
  fetch,
})
announceWallet(wallet)
void showQuestions(wallet)

const whoIsThere = (address: string | undefined) => {
  sign.disabled = address === undefined
  says.textContent = address === undefined ? 'Nobody is connected yet.' : `Connected as ${address}.`
}
kit.watch((state) => selectAccount(state)?.address, whoIsThere)
whoIsThere(selectAccount(kit.store.get())?.address)

async function signSomething() {
  says.textContent = 'Waiting for the wallet…'
  try {
    const signature = await kit.signMessage({ message: 'Hello from the documentation' })
    says.textContent = `Signed: ${signature}`
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    says.textContent = isUserRejection(error) ? 'You said no.' : text
  }
}
sign.addEventListener('click', () => void signSomething())
