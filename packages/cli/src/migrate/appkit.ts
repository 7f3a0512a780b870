/** AppKit: its API stays, from `latchkey/compat/appkit`; its adapters and networks become ours. */
import type { Source } from './source.js'

export const appKitPackages = /^@reown\/appkit/

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
const kept = new Set([
  'AppKitNetwork',
  'baseETH',
  'baseSepoliaETH',
  'baseUSDC',
  'createAppKit',
  'useAppKit',
  'useAppKitAccount',
  'useAppKitBalance',
  'useAppKitEvents',
  'useAppKitNetwork',
  'useAppKitProvider',
  'useAppKitState',
  'useAppKitTheme',
  'useAppKitWallet',
  'useDisconnect',
  'usePay',
  'useWalletInfo',
])

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
        source.note(statement, `${name} has no counterpart; move it by hand`)
        continue
      }
      source.drop(statement, name)
      if (!to.isCalled) source.need(to.from, to.name, local, isType)
    }
  }
}

function placeOf(from: string, name: string) {
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
  return kept.has(name) ? { from: 'latchkey/compat/appkit', name, isCalled: false } : undefined
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
