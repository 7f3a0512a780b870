/** The gates in the order in which `npm test` and `npm run test:scale` pass through them; each is an npm script. */

/**
 * @typedef {object} Gate
 * @property {string} name what is typed after `npm test --`
 * @property {string} script the script in package.json
 * @property {string} title
 * @property {boolean} [isVitest] its single tests are counted, otherwise the gate counts as one
 * @property {readonly ('browser' | 'redis')[]} [needs] programs that are installed first where they are missing
 */

/** @type {readonly Gate[]} */
export const gates = [
  { name: 'format', script: 'check:format', title: 'formatting and import order' },
  { name: 'lint', script: 'check:lint', title: 'lint and house rules' },
  { name: 'types', script: 'check:types', title: 'types of every room' },
  { name: 'build', script: 'build:all', title: 'build of everything that is stale' },
  { name: 'imports', script: 'check:imports', title: 'import law' },
  { name: 'licences', script: 'check:licences', title: 'licences of every dependency' },
  { name: 'arch', script: 'check:arch', title: 'lockfile complete for x64 and arm64' },
  { name: 'audit', script: 'check:audit', title: 'known advisories, each explained' },
  { name: 'docs', script: 'check:docs', title: 'snippets of the guides' },
  { name: 'spec', script: 'check:spec', title: 'rules of SPEC.md that a test names' },
  { name: 'unit', script: 'check:unit', title: 'unit tests', isVitest: true },
  { name: 'contract', script: 'check:contract', title: 'contract tests', isVitest: true, needs: ['browser'] },
  {
    name: 'a11y',
    script: 'check:a11y',
    title: 'every screen against WCAG 2.2 AA',
    isVitest: true,
    needs: ['browser'],
  },
  {
    name: 'i18n',
    script: 'check:i18n',
    title: 'every screen in the pseudo language',
    isVitest: true,
    needs: ['browser'],
  },
  {
    name: 'attack',
    script: 'check:attack',
    title: 'attacks on the embedded wallet, and faults around it',
    isVitest: true,
    needs: ['browser'],
  },
  {
    name: 'faults',
    script: 'check:faults',
    title: 'journeys while something is broken',
    isVitest: true,
    needs: ['browser', 'redis'],
  },
  {
    name: 'crash',
    script: 'check:crash',
    title: 'processes killed while everybody writes',
    isVitest: true,
    needs: ['redis'],
  },
  {
    name: 'interop',
    script: 'check:interop',
    title: 'clients and wallets of the relay protocol',
    isVitest: true,
    needs: ['browser'],
  },
  { name: 'packages', script: 'check:packages', title: 'shape of the published packages' },
  { name: 'reproducible', script: 'reproducible', title: 'two builds are the same, byte for byte' },
  { name: 'unused', script: 'check:unused', title: 'unused code and dependencies' },
  { name: 'weight', script: 'check:weight', title: 'weight of every entry point' },
  { name: 'e2e', script: 'check:e2e', title: 'journeys in a browser', isVitest: true, needs: ['browser'] },
]

/** @type {readonly Gate[]} */
export const scaleGates = [
  { name: 'build', script: 'build', title: 'build of everything that is stale' },
  {
    name: 'server',
    script: 'scale:server',
    title: 'server suites with Redis',
    isVitest: true,
    needs: ['redis'],
  },
  {
    name: 'pairs',
    script: 'scale:pairs',
    title: 'server suites against two gateways by turns',
    isVitest: true,
    needs: ['redis'],
  },
  {
    name: 'processes',
    script: 'scale:processes',
    title: 'several gateways together',
    isVitest: true,
    needs: ['redis'],
  },
]
