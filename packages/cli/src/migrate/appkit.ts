/** AppKit: its API stays, from `latchkey/compat/appkit`; its adapters and networks become ours. */
import type { Source } from './source.js'

export const appKitPackages = /^@reown\/appkit/

/** Entries whose names `latchkey/compat/appkit` has; those of Vue, of its core and of its controllers are others. */
const keptEntries = new Set([
  '@reown/appkit',
  '@reown/appkit/react',
  '@reown/appkit/networks',
  '@reown/appkit-controllers/react',
  '@reown/appkit-pay',
  '@reown/appkit-pay/react',
  '@reown/appkit-siwe',
  '@reown/appkit-wallet-button',
  '@reown/appkit-wallet-button/react',
])

/** What to do instead, by the entry that a name comes from. */
const advice: readonly { readonly from: RegExp; readonly words: string }[] = [
  {
    from: /\/vue$/,
    words:
      'is of Vue, which the layer has no composables for: make a kit with createLatchkey and read it with a ref, see docs/guide/frameworks.md',
  },
  {
    from: /^@reown\/appkit-siwx/,
    words:
      'has no counterpart: give siwx of createLatchkey gatewaySignIn() of latchkey/signIn, or a Siwx of your own',
  },
  {
    from: /^@reown\/appkit-siwe/,
    words: 'has no counterpart: the server verifies with verifySignIn of latchkey/server',
  },
]

/** Its name before it was AppKit. */
const older = /^@web3modal\//

/** Adapters that are made by a call here. */
const adapters: Readonly<Record<string, { readonly from: string; readonly name: string }>> = {
  EthersAdapter: { from: 'latchkey/eip155', name: 'eip155' },
  Ethers5Adapter: { from: 'latchkey/eip155', name: 'eip155' },
  SolanaAdapter: { from: 'latchkey/solana', name: 'solana' },
  BitcoinAdapter: { from: 'latchkey/bip122', name: 'bip122' },
}

/** Networks that are not viem's; `solana` is the name of our adapter. */
const networks: Readonly<Record<string, { readonly from: string; readonly name: string }>> = {
  solana: { from: 'latchkey/solana', name: 'solanaMainnet' },
  solanaDevnet: { from: 'latchkey/solana', name: 'solanaDevnet' },
  solanaTestnet: { from: 'latchkey/solana', name: 'solanaTestnet' },
  bitcoin: { from: 'latchkey/bip122', name: 'bitcoin' },
  bitcoinTestnet: { from: 'latchkey/bip122', name: 'bitcoinTestnet' },
  bitcoinSignet: { from: 'latchkey/bip122', name: 'bitcoinSignet' },
}

/** What `latchkey/compat/appkit` has. */
export const keptNames = [
  'AppKit',
  'AppKitAccountButton',
  'AppKitButton',
  'AppKitConnectButton',
  'AppKitNetwork',
  'AppKitNetworkButton',
  'AppKitOptions',
  'AppKitProvider',
  'AppKitProviderProps',
  'baseETH',
  'baseSepoliaETH',
  'baseUSDC',
  'Connection',
  'createAppKit',
  'createSIWEConfig',
  'formatMessage',
  'SIWEConfig',
  'SIWECreateMessageArgs',
  'SIWESession',
  'SIWEVerifyMessageArgs',
  'useAppKit',
  'useAppKitAccount',
  'useAppKitBalance',
  'useAppKitConnection',
  'useAppKitConnections',
  'useAppKitEvents',
  'useAppKitNetwork',
  'useAppKitProvider',
  'useAppKitState',
  'useAppKitTheme',
  'useAppKitUpdateEmail',
  'useAppKitWallet',
  'useDisconnect',
  'usePay',
  'useWalletInfo',
]

const kept = new Set(keptNames)

export function moveAppKit(source: Source): void {
  source.noteOthers(appKitPackages)
  for (const statement of source.imports.filter(({ from }) => older.test(from)))
    source.note(statement, `${statement.from} is older than AppKit; move it by hand`)
  const imported = source.imports.filter(({ from }) => appKitPackages.test(from))
  if (imported.length > 0) moveAdapters(source)
  for (const statement of imported) {
    const { names, from, byDefault, asWhole } = statement
    if (names.length === 0 && byDefault === undefined && asWhole === undefined)
      source.note(statement, `${from}: move it by hand`)
    for (const { name, local, isType } of names) {
      const to = placeOf(from, name)
      if (to === undefined || (to.isCalled && source.stillUses(local))) {
        source.note(statement, `${name} ${wordsFor(from)}`)
        continue
      }
      source.drop(statement, name)
      // A class there and a type here: as a value it would not compile.
      if (!to.isCalled) source.need(to.from, to.name, local, isType || name === 'AppKit')
    }
  }
}

const wordsFor = (from: string) =>
  advice.find((one) => one.from.test(from))?.words ?? 'has no counterpart; move it by hand'

function placeOf(from: string, name: string) {
  const isAdapter = from.startsWith('@reown/appkit-adapter-')
  if (!isAdapter && !keptEntries.has(from)) return undefined
  if (name === 'AppKitNetwork') return { from: 'latchkey/compat/appkit', name, isCalled: false }
  if (from === '@reown/appkit/networks') {
    const ours = networks[name] ?? (name === 'defineChain' ? { from: 'viem', name } : undefined)
    // The rest are the chains of viem, and types and tables that begin with a capital.
    if (!ours && /^[A-Z]/.test(name)) return undefined
    return { ...(ours ?? { from: 'viem/chains', name }), isCalled: false }
  }
  if (name === 'WagmiAdapter') return { from: 'latchkey/compat/appkit/wagmi', name, isCalled: false }
  const adapter = adapters[name]
  if (adapter) return { ...adapter, isCalled: true }
  // An adapter has a hook of the same name that is something else: `useAppKitConnection` of Solana asks the node.
  return kept.has(name) && !isAdapter ? { from: 'latchkey/compat/appkit', name, isCalled: false } : undefined
}

/** `new SolanaAdapter()` → `solana()` */
function moveAdapters(source: Source): void {
  const locals = new Map(
    Object.entries(adapters).flatMap(([name, ours]) => {
      const local = source.localOf(name, appKitPackages)
      return local === undefined ? [] : [[local, ours] as const]
    }),
  )
  // A network may have the name of our adapter: `solana`.
  const taken = new Set(source.imports.flatMap(({ names }) => names.map(({ local }) => local)))
  source.walk({
    NewExpression(made) {
      const ours = made.callee.type === 'Identifier' ? locals.get(made.callee.name) : undefined
      if (!ours) return
      const local = taken.has(ours.name) ? `${ours.name}Adapter` : ours.name
      source.replace(made, `${local}()`)
      source.need(ours.from, ours.name, local)
      if (made.arguments.length > 0) source.note(made, 'the options of the adapter were left out')
    },
  })
}
