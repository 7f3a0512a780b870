/** Compiles contracts/*.sol to contracts/artifacts/*.json and writes their ABIs as typed TypeScript. Run by hand, never by a build. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatAbi } from 'abitype'
import solc from 'solc'

const room = join(dirname(fileURLToPath(import.meta.url)), '..')
const contracts = join(room, 'contracts')
const artifacts = join(contracts, 'artifacts')

/** What the local world deploys or calls; the other sources are parts of these. */
const wanted = [
  'Token',
  'PermitToken',
  'TollToken',
  'SilentToken',
  'StuckToken',
  'WrappedEther',
  'Keys',
  'Badges',
  'Multicall3',
  'Pair',
  'PairFactory',
  'Router',
  'RangePool',
  'RangeFactory',
  'RangeQuoter',
  'RangeRouter',
  'NameRegistry',
  'NameResolver',
  'ReverseRegistrar',
  'UniversalResolver',
  'OffchainResolver',
  'SigningAccount',
  'SigningAccountFactory',
  'LatchkeyAccount',
  'LatchkeyAccountFactory',
  'SessionValidator',
  'SponsorPaymaster',
  'OperationProbe',
  'IdRegistry',
  'KeyRegistry',
]

const settings = {
  viaIR: true,
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'cancun',
  // Without the metadata hash a comment can change and the bytecode, hence every address, stays.
  metadata: { appendCBOR: false, bytecodeHash: 'none' },
}

const sources = Object.fromEntries(
  readdirSync(contracts)
    .filter((name) => name.endsWith('.sol'))
    .sort()
    .map((name) => [name, { content: readFileSync(join(contracts, name), 'utf8') }]),
)
const input = {
  language: 'Solidity',
  sources,
  settings: {
    ...settings,
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode'], '': ['ast'] } },
  },
}

/** The audited parts of accounts; other packages are nobody's business here. */
const library = '@openzeppelin/contracts'
const require = createRequire(import.meta.url)
const { version: libraryVersion } = require(`${library}/package.json`)

/** @param {string} path */
function readImport(path) {
  if (!path.startsWith(`${library}/`)) return { error: `${path} is not from ${library}` }
  return { contents: readFileSync(require.resolve(path), 'utf8') }
}

console.log(`compiling ${Object.keys(sources).length} sources with solc ${solc.version()}`)
const output = JSON.parse(solc.compile(JSON.stringify(input), { import: readImport }))
const problems = output.errors ?? []
for (const { formattedMessage } of problems) console.error(formattedMessage)
if (problems.length > 0) {
  console.error(`${problems.length} problems (warnings count); nothing was written`)
  process.exit(1)
}

/** Our own; what they import from the library is said by its version. */
const files = Object.keys(sources)
const hash = (name) => createHash('sha256').update(sources[name].content).digest('hex')

/** A source and everything it imports, directly or not. */
function closure(name, seen = new Set()) {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const node of output.sources[name].ast.nodes)
    if (node.nodeType === 'ImportDirective') closure(node.absolutePath, seen)
  return seen
}

rmSync(artifacts, { recursive: true, force: true })
mkdirSync(artifacts, { recursive: true })
const abiLines = []
for (const name of wanted) {
  const parts = closure(`${name}.sol`)
  const { abi, evm } = output.contracts[`${name}.sol`][name]
  // Code with immutables is complete only after its constructor ran, so it cannot be put into genesis.
  const isFixed = Object.keys(evm.deployedBytecode.immutableReferences ?? {}).length === 0
  const artifact = {
    name,
    compiler: solc.version(),
    settings,
    sources: Object.fromEntries(files.filter((file) => parts.has(file)).map((file) => [file, hash(file)])),
    ...(parts.size > files.filter((file) => parts.has(file)).length
      ? { libraries: { [library]: libraryVersion } }
      : {}),
    abi,
    bytecode: `0x${evm.bytecode.object}`,
    ...(isFixed ? { runtime: `0x${evm.deployedBytecode.object}` } : {}),
  }
  writeFileSync(join(artifacts, `${name}.json`), `${JSON.stringify(artifact, null, 1)}\n`)
  const identifier = `${name[0].toLowerCase()}${name.slice(1)}Abi`
  const lines = formatAbi(abi).map((line) => `  ${JSON.stringify(line)},`)
  abiLines.push(`export const ${identifier} = parseAbi([\n${lines.join('\n')}\n])`)
  console.log(`${name.padEnd(20)} ${String((evm.bytecode.object.length / 2) | 0).padStart(6)} bytes`)
}

const header = `/** The ABIs of the local chain's contracts. Written by scripts/compile.mjs: change the Solidity, not this. */
import { parseAbi } from 'viem'
`
writeFileSync(join(room, 'src/evm/abis.ts'), `${header}\n${abiLines.join('\n\n')}\n`)
// A bundler runs this code without deploying it, so that it has to carry it.
const probe = JSON.parse(readFileSync(join(artifacts, 'OperationProbe.json'), 'utf8'))
const probeHeader = `/** The code of OperationProbe.sol, with which the bundler tries operations. Written by the compile script of the local world. */
import type { Hex } from '../chain/shapes.js'
`
const probeLine = `export const probeCode: Hex =\n  '${probe.runtime}'`
writeFileSync(join(room, '../apps/gateway/src/bundler/probeCode.ts'), `${probeHeader}\n${probeLine}\n`)
console.log(
  'wrote contracts/artifacts and src/evm/abis.ts; run `npx biome check --write local/src/evm/abis.ts`',
)
