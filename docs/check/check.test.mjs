/** What is found in blocks that are not compiled. */
import { expect, test } from 'vitest'
import { blockBreaches } from './blocks.mjs'
import { commandBreaches, commandsIn } from './commands.mjs'

/** @type {import('./commands.mjs').House} */
const house = {
  scripts: new Set(['start', 'test', 'build']),
  scriptsOf: new Map([
    ['examples/html', new Set(['preview'])],
    ['@latchkey/local', new Set(['contracts'])],
  ]),
  gates: new Set(['unit']),
  packages: new Set(['latchkey', 'viem']),
  programs: new Map([
    [
      'latchkey',
      'latchkey start    run\nlatchkey project add [id] [--name text]\nlatchkey project enable|disable <id>',
    ],
    ['vite', ''],
  ]),
  isSetting: (name) => name === 'LATCHKEY_DATA',
}

/** @param {string} lines */
const shell = (lines) => `# A\n\n\`\`\`sh\n${lines}\n\`\`\`\n`

test('commands stand in blocks and in sentences, with settings before and remarks behind', () => {
  const markdown = `${shell("npm ci\nLATCHKEY_DATA=/a npx latchkey start \\\n  --name 'a b' # all\necho npm x")}Type \`npm test -- unit\`.`
  expect(commandsIn(markdown)).toEqual([
    { line: 4, words: ['npm', 'ci'] },
    { line: 5, words: ['npx', 'latchkey', 'start', '--name', "'a b'"] },
    { line: 9, words: ['npm', 'test', '--', 'unit'] },
  ])
})

test('what is there is told of nowhere', () => {
  const commands = [
    'npm ci && npm start',
    'npm test -- unit --verbose',
    'npm run contracts -w @latchkey/local',
    'npm install latchkey viem -D',
    'npx latchkey project add shop --name=Shop',
    'npx latchkey project disable shop',
    'LATCHKEY_DATA=/a npx vite --port 1',
  ]
  expect(commandBreaches('README.md', shell(commands.join('\n')), house)).toEqual([])
  expect(commandBreaches('examples/html/README.md', 'Then `npm run preview`.', house)).toEqual([])
})

test.each([
  ['npm run biuld', 'there is no script biuld'],
  ['npm run preview', 'there is no script preview'],
  ['npm run build -w @latchkey/local', 'there is no script build'],
  ['npm test -- unti', 'there is no gate unti'],
  ['npm install latchkee', 'latchkee cannot be installed'],
  ['npx latchkey projects', 'latchkey does not know projects'],
  ['npx latchkey project add --nam x', 'latchkey does not know --nam'],
  ['npx vit', 'there is no program vit'],
])('%s is told with its line', (command, breach) => {
  expect(commandBreaches('a.md', shell(command), house)).toEqual([`a.md:4: \`${command}\`: ${breach}`])
})

test('a setting that nothing reads is told', () => {
  expect(commandBreaches('a.md', 'Set `LATCHKEY_DATA` or `LATCHKEY_DATUM`.', house)).toEqual([
    'a.md: nothing reads LATCHKEY_DATUM',
  ])
})

test('JSON is JSON, and HTML is closed and has nothing inline', () => {
  const block = (/** @type {string} */ language, /** @type {string} */ body) =>
    blockBreaches('a.md', `\`\`\`${language}\n${body}\n\`\`\`\n`)
  expect(block('json', '{ "a": 1 }')).toEqual([])
  expect(block('json', '{ "a": 1, }')).toEqual([expect.stringMatching(/^a\.md:2: not JSON/)])
  const fine =
    '<!doctype html>\n<p class="a">1 < 2<br><img src="a" alt=""></p><script type="module">if (a<b) c()</script>'
  expect(block('html', `${fine}<script type="importmap">{"imports":{}}</script>`)).toEqual([])
  expect(block('html', '<script type="importmap">{imports}</script>')).toHaveLength(1)
  expect(block('html', '<p><b>a</p>')).toEqual(['a.md:2: </p> closes something else'])
  expect(block('html', '<section><p>a</p>')).toEqual(['a.md:2: <section> is not closed'])
  expect(block('html', '<script>a()</script>')).toEqual(['a.md:2: a strict policy refuses <script>'])
  expect(block('html', '<p onclick="a()">b</p>')).toEqual(['a.md:2: a strict policy refuses onclick="'])
})
