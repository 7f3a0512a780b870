/** The import law as data: which room may import which. `check-imports.mjs` holds every file against it. */

/**
 * @typedef {object} Law
 * @property {readonly string[]} may what of ours its sources may import: `name` allows every entry point of a
 *   package, `name/entry` only that one
 * @property {readonly string[]} [testsMay] what its tests may import on top
 * @property {readonly string[]} [npm] where given, the only npm packages its sources may import
 * @property {readonly RegExp[]} [never] npm packages that its sources never import
 * @property {{ from: readonly string[], to: readonly string[] }} [reaches] folders of its own whose files may import
 *   files of other rooms: an attack has the attacker and both ends in one process
 * @property {boolean} [usesScripts] it may import files of `scripts/`: it is a gate itself
 * @property {boolean} [runsOnNode] its sources may import `node:` modules
 */

const chainSdks =
  /^(viem|wagmi|ethers|ox|abitype|web3|litesvm|bitcoinjs-lib|polkadot-api)$|^@(wagmi|ethersproject|solana|solana-program|polkadot|polkadot-api|walletconnect|reown|nomicfoundation)\/|^@scure\/btc-signer$/
const frameworks = /^(react|react-dom|preact|lit|vue|svelte|solid-js)$/

const spec = '@latchkey/spec'
const core = '@latchkey/core'
const adapters = '@latchkey/adapters'
const ui = '@latchkey/ui'
const verify = '@latchkey/verify'
const accounts = '@latchkey/accounts'
const local = '@latchkey/local'
const drawing = [`${ui}/parts`, `${ui}/theme`]

/** @type {Readonly<Record<string, Law>>} */
export const law = {
  'packages/spec': { may: [], npm: ['valibot'] },
  // For servers: signatures and nothing else.
  'packages/verify': { may: [spec], never: [frameworks] },
  // For the two rooms that sign and carry operations of smart accounts; small enough for the wallet origin.
  'packages/accounts': { may: [], testsMay: [local], npm: ['@noble/hashes'] },
  'packages/core': { may: [spec], never: [frameworks, chainSdks] },
  // Who signed is told by one piece of code, in pages and on servers.
  'packages/adapters': {
    may: [spec, core, `${verify}/bitcoin`],
    testsMay: [local, verify],
    never: [frameworks],
  },
  'packages/ui': { may: [spec, core], never: [chainSdks] },
  'packages/latchkey': { may: [spec, core, adapters, ui, verify], never: [chainSdks] },
  // Commands for the people who write apps; nothing of it is loaded by a page.
  'packages/cli': { may: [spec], runsOnNode: true },
  // Host-page code must not reach keys, so the two rooms that hold secrets never see core.
  'apps/gateway': { may: [spec, verify, accounts], testsMay: [local], never: [frameworks], runsOnNode: true },
  'apps/wallet': { may: [spec, accounts, `${verify}/bitcoin`, ...drawing] },
  'apps/phone': { may: [spec, ...drawing], testsMay: [local, verify] },
  // Its scenes put the modal into states that no app can ask for.
  'apps/playground': { may: ['latchkey', spec, `${core}/screen`] },
  local: { may: [spec], never: [frameworks], runsOnNode: true },
  test: {
    may: [spec, core, adapters, ui, local, 'latchkey'],
    reaches: {
      from: ['test/attack', 'test/crash', 'test/faults'],
      to: ['apps/gateway/src', 'apps/wallet/src', 'packages/core/src/embedded'],
    },
    usesScripts: true,
    runsOnNode: true,
  },
  bench: { may: [spec, core, adapters, ui, local, 'latchkey'], usesScripts: true, runsOnNode: true },
  docs: { may: [spec, core, adapters, ui, 'latchkey'], usesScripts: true, runsOnNode: true },
  'examples/html': { may: ['latchkey'] },
  'examples/react': { may: ['latchkey'] },
  'examples/vue': { may: ['latchkey'] },
  'examples/svelte': { may: ['latchkey'] },
  'examples/next': { may: ['latchkey'] },
  'examples/servers': { may: ['latchkey'], runsOnNode: true },
  scripts: { may: [], runsOnNode: true },
}

/** Files outside every room that a tool's configuration or a test may import. */
export const sharedByConfigs = [
  'scripts/css-sheet.mjs',
  'scripts/a11y/checks.mjs',
  'scripts/a11y/measure.mjs',
  'scripts/i18n/mirror.mjs',
  'scripts/i18n/read.mjs',
  'scripts/i18n/shots.mjs',
]
