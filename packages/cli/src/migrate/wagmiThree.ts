/** From wagmi 2 to 3: the kits that an app comes from need the one, Latchkey stands beside the other. */
import type { ObjectExpression, VariableDeclarator } from 'oxc-parser'
import type { Source } from './source.js'

const wagmi = /^(wagmi|@wagmi\/core)(\/|$)/
const connectors = /^(wagmi|@wagmi)\/connectors(\/|$)/

/** Names of wagmi 2 → of wagmi 3. Those above the line are gone; those below still stand there, as deprecated. */
const renamed: Readonly<Record<string, string>> = {
  Context: 'WagmiContext',
  WagmiConfig: 'WagmiProvider',
  useContractInfiniteReads: 'useInfiniteReadContracts',
  useContractRead: 'useReadContract',
  useContractReads: 'useReadContracts',
  useContractWrite: 'useWriteContract',
  useFeeData: 'useEstimateFeesPerGas',
  fetchBalance: 'getBalance',
  fetchBlockNumber: 'getBlockNumber',
  fetchEnsAddress: 'getEnsAddress',
  fetchEnsAvatar: 'getEnsAvatar',
  fetchEnsName: 'getEnsName',
  fetchEnsResolver: 'getEnsResolver',
  fetchTransaction: 'getTransaction',
  switchNetwork: 'switchChain',
  waitForTransaction: 'waitForTransactionReceipt',
  // ---
  useAccount: 'useConnection',
  UseAccountParameters: 'UseConnectionParameters',
  UseAccountReturnType: 'UseConnectionReturnType',
  useAccountEffect: 'useConnectionEffect',
  useSwitchAccount: 'useSwitchConnection',
  getAccount: 'getConnection',
  GetAccountReturnType: 'GetConnectionReturnType',
  watchAccount: 'watchConnection',
  switchAccount: 'switchConnection',
}

const token = 'is not in wagmi 3: read name, symbol and decimals with useReadContracts or readContracts'

/** What wagmi 3 has no more, and what does its work. */
const gone: Readonly<Record<string, string>> = {
  useToken: token,
  getToken: token,
  fetchToken: token,
  UseTokenParameters: token,
  UseTokenReturnType: token,
  GetTokenParameters: token,
  GetTokenReturnType: token,
  normalizeChainId: 'is not in wagmi 3: Number() reads an id, also a hexadecimal one',
}

/** Connectors that are no longer installed with wagmi → what they load, in the ranges of wagmi 3. */
const loaded: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  baseAccount: { '@base-org/account': '^2.5.1' },
  coinbaseWallet: { '@coinbase/wallet-sdk': '^4.3.6' },
  metaMask: { '@metamask/connect-evm': '^2.1.0' },
  safe: { '@safe-global/safe-apps-provider': '~0.18.6', '@safe-global/safe-apps-sdk': '^9.1.0' },
}

const lostConnectors: Readonly<Record<string, string>> = {
  walletConnect:
    'loads a package that wagmi 3 does not bring; take it out, the kit reaches phones by itself, over your gateway',
  gemini: 'is not in wagmi 3: take it out, the wallet announces itself',
  porto: 'is not in wagmi 3: take it out, or install it from its own package',
}

/** Hooks that act → the word that their answers were named after; `useX` is `x` and `xAsync`. */
const acting = new Set(
  'Connect DeployContract Disconnect Reconnect SendCalls SendCallsSync SendTransaction SendTransactionSync ShowCallsStatus SignMessage SignTypedData SwitchAccount SwitchChain WatchAsset WriteContract'
    .split(' ')
    .map((name) => `use${name}`),
)

/** @returns packages that the connectors of this file need from now on, with their ranges */
export function moveWagmi(source: Source): ReadonlyMap<string, string> {
  const needed = new Map<string, string>()
  for (const statement of source.imports) {
    for (const { name, local, isType } of statement.names) {
      if (connectors.test(statement.from)) {
        for (const [needs, range] of Object.entries(loaded[name] ?? {})) needed.set(needs, range)
        if (lostConnectors[name]) source.note(statement, `${name} ${lostConnectors[name]}`)
      } else if (wagmi.test(statement.from)) {
        const next = renamed[name]
        if (gone[name]) source.note(statement, `${name} ${gone[name]}`)
        if (acting.has(name)) moveAnswers(source, name, local)
        if (next === undefined) continue
        const isFree = local === name && !source.knows(next) && source.rename(name, next)
        source.drop(statement, name)
        source.need(statement.from, next, isFree ? next : local, isType)
      }
    }
  }
  noteBalances(source)
  return needed
}

/** `const { signMessage } = useSignMessage()` → `const { mutate: signMessage } = useSignMessage()` */
function moveAnswers(source: Source, hook: string, local: string): void {
  const word = hook.charAt(3).toLowerCase() + hook.slice(4)
  const meanings: Readonly<Record<string, string>> = { [word]: 'mutate', [`${word}Async`]: 'mutateAsync' }
  source.walk({
    VariableDeclarator({ id, init }: VariableDeclarator) {
      if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return
      if (init.callee.name !== local || id.type !== 'ObjectPattern') return
      for (const property of id.properties) {
        if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
        const meaning = Object.hasOwn(meanings, property.key.name) ? meanings[property.key.name] : undefined
        if (meaning === undefined) continue
        if (property.shorthand) source.replace(property, `${meaning}: ${source.slice(property.value)}`)
        else source.replace(property.key, meaning)
      }
    },
  })
}

/** A balance is that of the network's own coin, without a text of it. */
function noteBalances(source: Source): void {
  const locals = ['useBalance', 'getBalance', 'fetchBalance'].map((name) => source.localOf(name, wagmi))
  if (locals.every((local) => local === undefined)) return
  source.walk({
    CallExpression(call) {
      if (call.callee.type !== 'Identifier' || !locals.includes(call.callee.name)) return
      const options = call.arguments.filter((one): one is ObjectExpression => one.type === 'ObjectExpression')
      for (const property of options.flatMap(({ properties }) => properties)) {
        if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
        if (property.key.name === 'token')
          source.note(property, 'token of a balance is gone in wagmi 3: read balanceOf with useReadContract')
        if (property.key.name === 'unit')
          source.note(property, 'unit of a balance is gone in wagmi 3: format it with formatUnits of viem')
      }
    },
    MemberExpression(node) {
      if (node.property.type === 'Identifier' && !node.computed && node.property.name === 'formatted')
        source.note(
          node.property,
          'formatted of a balance is gone in wagmi 3: formatUnits(value, decimals) of viem',
        )
    },
  })
}
