/** The three ways in which Bitcoin wallets stand in a page. Each runs in the page, on its own: it may use nothing from around it. */
import type { LabRequest } from '../labDesk.js'
import type { BitcoinLabShown, BitcoinLabState } from './createBitcoinWallet.js'

interface Line {
  request(request: LabRequest): Promise<unknown>
  on(event: string, listener: (value: unknown) => void): void
  off(event: string, listener: (value: unknown) => void): void
}

export interface FaceInput {
  readonly line: string
  readonly name: string
  readonly icon: string
  readonly networks: readonly string[]
  /** Where it stands in the page, for faces that stand somewhere. */
  readonly path: string
  /** `window` unless given. */
  readonly place?: object
}

/** As sats-connect wallets do: an entry in a list, JSON-RPC in envelopes, events by name. */
export function presentSats({ line, name, icon, path, place = window }: FaceInput): void {
  const page = place as Record<string, unknown> // the line lives under a made-up name
  const { request, on, off } = page[line] as Line
  const titleOf = (network: string) => network.slice(0, 1).toUpperCase() + network.slice(1)
  const shown = ({ addresses, network }: BitcoinLabState) => ({
    addresses,
    network: { bitcoin: { name: titleOf(network) } },
  })
  const ask = async (method: string, params?: unknown) =>
    (await request({ method, params })) as BitcoinLabState // as the lab answers
  const methods: Record<string, (params: Record<string, unknown>) => Promise<unknown>> = {
    wallet_connect: async () => shown(await ask('connect')),
    async wallet_getAccount() {
      const state = await ask('accounts')
      if (state.addresses.length === 0) throw Object.assign(new Error('Access denied.'), { code: 4100 })
      return shown(state)
    },
    wallet_getNetwork: async () => shown(await ask('accounts')).network,
    wallet_changeNetwork: async ({ name: wanted }) =>
      ask('switchNetwork', { name: String(wanted).toLowerCase() }),
    wallet_disconnect: async () => ask('disconnect'),
    signMessage: ({ address, message, protocol }) =>
      ask('signMessage', { address, message, protocol: String(protocol).toLowerCase() }),
    signPsbt({ psbt, signInputs }) {
      const inputs = Object.entries(signInputs as Record<string, number[]>).flatMap(([address, indexes]) =>
        indexes.map((index) => ({ index, address })),
      )
      return ask('signPsbt', { psbt, inputs })
    },
    sendTransfer({ recipients }) {
      const [first] = recipients as { address: string; amount: number }[] // the adapter sends one
      return ask('sendTransfer', { to: first?.address, amount: String(first?.amount) })
    },
  }
  const codes: Record<number, number> = { 4001: -32000, 4100: -32002 }
  const provider = {
    async request(method: string, params: unknown) {
      const envelope = { jsonrpc: '2.0', id: '1' }
      const run = methods[method]
      if (!run) return { ...envelope, error: { code: -32601, message: `Method not found: ${method}` } }
      try {
        return { ...envelope, result: await run((params ?? {}) as Record<string, unknown>) } // as the adapter asks it
      } catch (cause) {
        const { code = -32603, message } = cause as { code?: number; message: string } // lab wallets throw errors with a code
        return { ...envelope, error: { code: codes[code] ?? code, message } }
      }
    },
    addListener({ eventName, cb }: { eventName: string; cb: (event: unknown) => void }) {
      const events: Record<string, string> = {
        accountChange: 'accounts',
        networkChange: 'network',
        disconnect: 'disconnect',
      }
      const hear = (value: unknown) => {
        if (eventName === 'disconnect') return cb({ type: eventName })
        const { addresses, network } = value as BitcoinLabState // as the lab tells it
        const bitcoin = { name: titleOf(network) }
        cb(
          eventName === 'networkChange'
            ? { type: eventName, bitcoin, addresses }
            : { type: eventName, addresses },
        )
      }
      on(events[eventName] ?? eventName, hear)
      return () => off(events[eventName] ?? eventName, hear)
    },
  }
  const [outer = '', inner = ''] = path.split('.')
  page[outer] = { [inner]: provider }
  const list = (page['btc_providers'] ??= []) as unknown[] // wallets share it
  list.push({ id: path, name, icon, webUrl: 'https://example.org', methods: Object.keys(methods) })
}

/** As UniSat does: methods on an object in the page, one address, PSBTs in hexadecimal. */
export function presentUnisat({ line, place = window, path }: FaceInput): void {
  const page = place as Record<string, unknown> // as above
  const { request, on, off } = page[line] as Line
  const ask = async (method: string, params?: unknown) =>
    (await request({ method, params })) as BitcoinLabState // as above
  const list = ({ addresses }: BitcoinLabState) => addresses.slice(0, 1).map(({ address }) => address)
  const enumOf = (network: string) => `BITCOIN_${network.toUpperCase()}`
  const toBytes = (hex: string) => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  const hears = new Map<unknown, (value: unknown) => void>()
  const events: Record<string, string> = {
    accountsChanged: 'accounts',
    chainChanged: 'network',
    disconnect: 'disconnect',
  }
  page[path] = {
    requestAccounts: async () => list(await ask('connect')),
    getAccounts: async () => list(await ask('accounts')),
    getPublicKey: async () => (await ask('accounts')).addresses[0]?.publicKey,
    getChain: async () => ({ enum: enumOf((await ask('accounts')).network) }),
    switchChain: async (chain: string) => {
      const state = await ask('switchNetwork', { name: chain.replace('BITCOIN_', '').toLowerCase() })
      return { enum: enumOf(state.network) }
    },
    async signMessage(message: string, type: string) {
      const protocol = type === 'ecdsa' ? 'ecdsa' : 'bip322'
      const answer = (await request({ method: 'signMessage', params: { message, protocol } })) as {
        signature: string
      } // as above
      return answer.signature
    },
    async signPsbt(hex: string, { toSignInputs = [] }: { toSignInputs?: object[] }) {
      const psbt = btoa(String.fromCharCode(...toBytes(hex)))
      const answer = (await request({ method: 'signPsbt', params: { psbt, inputs: toSignInputs } })) as {
        psbt: string
      } // as above
      return [...atob(answer.psbt)].map((each) => each.charCodeAt(0).toString(16).padStart(2, '0')).join('')
    },
    async sendBitcoin(to: string, amount: number, options: { feeRate?: number } = {}) {
      const params = { to, amount: String(amount), ...options }
      return ((await request({ method: 'sendTransfer', params })) as { txid: string }).txid // as above
    },
    disconnect: async () => void (await ask('disconnect')),
    on(event: string, listener: (value: unknown) => void) {
      const hear = (value: unknown) =>
        listener(event === 'accountsChanged' ? list(value as BitcoinLabState) : value)
      hears.set(listener, hear)
      on(events[event] ?? event, hear)
    },
    removeListener(event: string, listener: (value: unknown) => void) {
      const hear = hears.get(listener)
      if (hear) off(events[event] ?? event, hear)
    },
  }
}

/** By the Wallet Standard: every account of every network at once, bytes instead of text. */
export function presentStandard({ line, name, icon, networks, place = window }: FaceInput): void {
  const page = place as Record<string, unknown> & EventTarget // as above
  const { request, on, off } = page[line] as Line
  const sighashes: Record<string, number> = { ALL: 1, NONE: 2, SINGLE: 3 }
  const typeOf = (text: string) =>
    (sighashes[text.split('|')[0] ?? ''] ?? 1) + (text.endsWith('|ANYONECANPAY') ? 128 : 0)
  const fromHex = (hex: string) =>
    Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  let accounts: readonly object[] = []
  const take = (value: unknown) => {
    const { everywhere } = value as BitcoinLabState // as the lab tells it
    accounts = everywhere.map(
      ({ address, publicKey, purpose, network }: BitcoinLabShown & { network: string }) => ({
        address,
        publicKey: fromHex(publicKey),
        purpose,
        chains: [`bitcoin:${network}`],
        features: ['bitcoin:signMessage', 'bitcoin:signTransaction'],
      }),
    )
    return { accounts }
  }
  const ask = async (method: string) => take(await request({ method }))
  const wallet = {
    version: '1.0.0',
    name,
    icon,
    chains: networks.map((network) => `bitcoin:${network}`),
    get accounts() {
      return accounts
    },
    features: {
      'bitcoin:connect': { version: '1.0.0', connect: () => ask('connect') },
      'standard:connect': {
        version: '1.0.0',
        connect: ({ silent = false } = {}) => ask(silent ? 'accounts' : 'connect'),
      },
      'standard:disconnect': {
        version: '1.0.0',
        async disconnect() {
          await request({ method: 'disconnect' })
          accounts = []
        },
      },
      'standard:events': {
        version: '1.0.0',
        on(_: 'change', listener: (change: object) => void) {
          const hear = (value: unknown) => listener(take(value))
          on('accounts', hear)
          return () => off('accounts', hear)
        },
      },
      'bitcoin:signMessage': {
        version: '1.0.0',
        async signMessage({ account, message }: { account: { address: string }; message: Uint8Array }) {
          const text = new TextDecoder().decode(message)
          const params = { address: account.address, message: text, protocol: 'bip322' }
          const answer = (await request({ method: 'signMessage', params })) as { signature: string } // as above
          const signature = Uint8Array.from(atob(answer.signature), (each) => each.charCodeAt(0))
          return [{ signedMessage: message, signature }]
        },
      },
      'bitcoin:signTransaction': {
        version: '1.0.0',
        async signTransaction({
          psbt,
          inputsToSign,
        }: {
          psbt: Uint8Array
          inputsToSign: { account: { address: string }; signingIndexes: number[]; sigHash?: string }[]
        }) {
          const inputs = inputsToSign.flatMap(({ account, signingIndexes, sigHash }) =>
            signingIndexes.map((index) => ({
              index,
              address: account.address,
              ...(sigHash === undefined ? {} : { sighashTypes: [typeOf(sigHash)] }),
            })),
          )
          const params = { psbt: btoa(String.fromCharCode(...psbt)), inputs }
          const answer = (await request({ method: 'signPsbt', params })) as { psbt: string } // as above
          return [{ signedPsbt: Uint8Array.from(atob(answer.psbt), (each) => each.charCodeAt(0)) }]
        },
      },
    },
  }
  const hand = ({ register }: { register: (...wallets: unknown[]) => void }) => register(wallet)
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: hand }))
  page.addEventListener('wallet-standard:app-ready', (event) => hand((event as CustomEvent).detail)) // as the standard says
}
