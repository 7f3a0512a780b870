/** The menu of the site: its groups in the order in which a newcomer needs them, and the pages of each. */

/**
 * @typedef {object} Group
 * @property {string} title
 * @property {readonly (string | readonly [file: string, title: string])[]} files in the repository; with a shorter title
 * where the heading of the page is long
 */

/** @param {string} name */
const guide = (name) => `docs/guide/${name}.md`

/** What the address of the site opens. */
export const home = 'docs/README.md'

/** The pages that are made from types follow the one that introduces them. */
export const reference = 'docs/api/README.md'

/** Stands for all decisions; the menu would be twice as long with them. */
export const decisions = 'docs/adr/README.md'

/** @type {readonly Group[]} */
export const groups = [
  {
    title: 'Start',
    files: [guide('start'), guide('frameworks'), 'examples/README.md', [guide('compared'), 'Beside others']],
  },
  {
    title: 'Chains and wallets',
    files: [
      guide('networks'),
      guide('ethereum'),
      guide('solana'),
      guide('bitcoin'),
      guide('polkadot'),
      guide('namespaces'),
      guide('phone-wallets'),
      [guide('walletconnect'), 'WalletConnect'],
      guide('directory'),
    ],
  },
  {
    title: 'Features',
    files: [
      [guide('sign-in'), 'Sign-in'],
      [guide('embedded-wallet'), 'Visitors without a wallet'],
      guide('transactions'),
      guide('account'),
      guide('send'),
      guide('swap'),
      guide('buy'),
      guide('pay'),
      guide('names'),
      guide('smart-accounts'),
    ],
  },
  {
    title: 'Frameworks and headless',
    files: [
      guide('react'),
      [guide('ssr'), 'Next.js and servers'],
      guide('wagmi'),
      guide('headless'),
      [guide('testing'), 'Testing an app'],
    ],
  },
  { title: 'Look and languages', files: [guide('theming'), guide('languages'), guide('accessibility')] },
  {
    title: 'Servers and self-hosting',
    files: [
      guide('self-hosting'),
      [guide('operation'), 'In production'],
      guide('relay'),
      [guide('onramp'), 'Buying, on the server'],
      'apps/gateway/README.md',
    ],
  },
  {
    title: 'Security and quality',
    files: [
      guide('hosting'),
      [guide('policy'), 'Your policy'],
      'SECURITY.md',
      'docs/reliability.md',
      'docs/supply-chain.md',
      ['test/attack/README.md', 'Attacks and faults'],
    ],
  },
  {
    title: 'Migrate',
    files: [guide('migrate-appkit'), guide('migrate-rainbowkit'), guide('migrate-connectkit')],
  },
  { title: 'Reference', files: [reference] },
  {
    title: 'The project',
    files: [
      ['README.md', 'Overview'],
      ['SPEC.md', 'Specification'],
      decisions,
      'CONTRIBUTING.md',
      ['STYLE.md', 'Style'],
      'CHANGELOG.md',
      'LICENSE',
    ],
  },
]

/** Pages that others lead to: the site has them, its menu does not. */
export const besides = [
  'examples/html/README.md',
  'examples/react/README.md',
  'examples/vue/README.md',
  'examples/svelte/README.md',
  'examples/next/README.md',
  'examples/servers/README.md',
  'apps/phone/README.md',
  'packages/adapters/README.md',
  'bench/peers/README.md',
  'test/crash/README.md',
  'test/faults/README.md',
]

/** Every document that somebody wrote for readers of today; a decision or a changelog speaks of its own day. */
export const documents = [
  home,
  ...groups.flatMap(({ files }) => files.map((one) => (typeof one === 'string' ? one : one[0]))),
  ...besides,
].filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md' && file !== decisions)
