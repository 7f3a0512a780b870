/** Somebody's app, made with the options in its address: shows what the hooks say and asks what an app asks. */
import { type Adapter, createLatchkey, type Namespace, type NetworkInput } from 'latchkey'
import { bip122 } from 'latchkey/bip122'
import { eip155 } from 'latchkey/eip155'
import { arabic, german } from 'latchkey/languages'
import { polkadot } from 'latchkey/polkadot'
import {
  LatchkeyButton,
  LatchkeyProvider,
  NetworkButton,
  useAccount,
  useDisconnect,
  useModal,
  useNetwork,
  useSignIn,
  useSignMessage,
  useSignTypedData,
  useSwitchNetwork,
  useWallet,
} from 'latchkey/react'
import { gatewaySignIn } from 'latchkey/signIn'
import { solana } from 'latchkey/solana'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { AppSettings } from '../app.js'
import { greeting } from '../greeting.js'

const query = new URLSearchParams(location.search)
const { node, networks, options, adapters, isSplit, signIn, language } = JSON.parse(
  query.get('settings') ?? '{}',
) as AppSettings // written by the test

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }

const [first, ...others] = networks.map(
  ({ id, name, networkId = `eip155:${id}`, node: own = node, currency = ether }): NetworkInput => ({
    id,
    chainNamespace: networkId.split(':')[0] as Namespace, // every network id starts with one
    caipNetworkId: networkId,
    name,
    nativeCurrency: currency,
    rpcUrls: { default: { http: [own] } },
  }),
)
if (!first) throw new Error('an app needs a network')

const languages = { de: german, ar: arabic }

const makers: Partial<Record<Namespace, () => Adapter>> = { eip155, solana, bip122, polkadot }

const kit = createLatchkey({
  ...options,
  networks: [first, ...others],
  adapters: adapters.flatMap((namespace) => makers[namespace]?.() ?? []),
  ...(language && { language: languages[language] }),
  ...(signIn && {
    siwx: gatewaySignIn({ gatewayUrl: options.gatewayUrl ?? '', required: signIn === 'required' }),
  }),
})

function App() {
  const { address, status } = useAccount()
  const { network, networkId } = useNetwork()
  const wallet = useWallet()
  const { open, view } = useModal()
  const { switchNetwork, networks: offered, error } = useSwitchNetwork()
  const { disconnect } = useDisconnect()
  const { session, signOut } = useSignIn()
  const facts = {
    status,
    account: address,
    network: network?.name ?? networkId,
    wallet: wallet?.name,
    view,
    session: session?.data.accountAddress,
  }
  return (
    <>
      <h1>App under test</h1>
      <LatchkeyButton />
      <NetworkButton />
      <dl>
        {Object.entries(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-testid={name}>{value ?? 'none'}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={() => open()}>
        Open by hook
      </button>
      <button type="button" onClick={() => disconnect()}>
        Leave by hook
      </button>
      <button type="button" onClick={() => signOut()}>
        Sign out by hook
      </button>
      {offered.map(({ name, caipNetworkId: id }) => (
        <button key={id} type="button" onClick={() => switchNetwork({ networkId: id })}>
          Go to {name} by hook
        </button>
      ))}
      <p data-testid="switch-error">{error?.message}</p>
      <Signing />
      {isSplit && adapters.map((namespace) => <Part key={namespace} namespace={namespace} />)}
    </>
  )
}

/** A part of the app that is about one namespace, whichever is in front. */
function Part({ namespace }: { readonly namespace: Namespace }) {
  const { address, status } = useAccount({ namespace })
  const { network } = useNetwork({ namespace })
  return (
    <section aria-label={namespace}>
      <LatchkeyButton namespace={namespace} />
      <p data-testid="account">{address ?? 'none'}</p>
      <p data-testid="status">{status}</p>
      <p data-testid="network">{network?.name ?? 'none'}</p>
      <Signing namespace={namespace} />
    </section>
  )
}

function Signing({ namespace }: { readonly namespace?: Namespace }) {
  const { signMessageAsync } = useSignMessage()
  const { signTypedDataAsync } = useSignTypedData()
  const { network } = useNetwork()
  const [message, setMessage] = useState('')
  const [answer, setAnswer] = useState<{ readonly message: string; readonly text: string }>()
  const ask = async (request: () => Promise<string>) => {
    setAnswer(undefined)
    const text = await request().catch((cause: unknown) => `refused: ${messageOf(cause)}`)
    setAnswer({ message, text })
  }
  return (
    <>
      <label>
        Message
        <input value={message} onChange={({ target }) => setMessage(target.value)} />
      </label>
      <button
        type="button"
        onClick={() => void ask(() => signMessageAsync({ message, ...(namespace && { namespace }) }))}
      >
        Sign message
      </button>
      <button
        type="button"
        onClick={() => void ask(() => signTypedDataAsync({ data: greeting(Number(network?.id), message) }))}
      >
        Sign typed data
      </button>
      {answer && <output data-message={answer.message}>{answer.text}</output>}
    </>
  )
}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

declare global {
  interface Window {
    kit: typeof kit
  }
}

window.kit = kit

const root = document.querySelector('#root')
if (!root) throw new Error('app.html has no #root')
createRoot(root).render(
  <LatchkeyProvider kit={kit}>
    <App />
  </LatchkeyProvider>,
)
