/** Commands that a document tells: scripts, programs, options and settings that it names must be there. */

/**
 * @typedef {object} House what there is to name
 * @property {ReadonlySet<string>} scripts of the root
 * @property {ReadonlyMap<string, ReadonlySet<string>>} scriptsOf by the folder and by the name of a room
 * @property {ReadonlySet<string>} gates
 * @property {ReadonlySet<string>} packages that can be installed: our own, and those that the lockfile knows
 * @property {ReadonlyMap<string, string>} programs by what stands after `npx`, with what they say about themselves;
 *   nothing is known of those of others
 * @property {(name: string) => boolean} isSetting
 *
 * @typedef {{ line: number, words: string[] }} Command
 */

const fence = /^```sh[^\n]*\n(.*?)^```$/gms
const inline = /`((?:[A-Z_]+=\S+ )*(?:npm|npx) [^`\n]+)`/g
const setting = /\bLATCHKEY_[A-Z0-9_]+/g

/** @param {string} markdown @returns {Command[]} */
export function commandsIn(markdown) {
  const lineOf = (/** @type {number} */ index) => markdown.slice(0, index).split('\n').length
  const blocks = [...markdown.matchAll(fence)].flatMap(({ index, 1: body = '' }) =>
    body
      // A command may go on in the next line; the first one names it.
      .replaceAll('\\\n', '')
      .split('\n')
      .flatMap((text, number) => wordsOf(text).map((words) => ({ line: lineOf(index) + 1 + number, words }))),
  )
  const spans = [...markdown.replaceAll(fence, (block) => block.replaceAll('`', ' ')).matchAll(inline)]
  const told = spans.flatMap(({ index, 1: text = '' }) =>
    wordsOf(text).map((words) => ({ line: lineOf(index), words })),
  )
  return [...blocks, ...told]
}

/** Of each command of a line, without settings before it and a remark behind it. @param {string} text */
const wordsOf = (text) =>
  text
    .replace(/(^|\s)#\s.*$/, '')
    .split(/\s(?:&&|\|)\s/)
    .map((one) => one.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [])
    .map((words) => words.slice(words.findIndex((word) => !/^[A-Z_]+=/.test(word))))
    .filter(([first]) => first === 'npm' || first === 'npx')

/**
 * @param {string} file of the document, from the root
 * @param {string} markdown
 * @param {House} house
 * @returns {string[]}
 */
export function commandBreaches(file, markdown, house) {
  const commands = commandsIn(markdown).flatMap(({ line, words }) => {
    const breach =
      words[0] === 'npm' ? npmBreach(words.slice(1), file, house) : npxBreach(words.slice(1), house)
    return breach === undefined ? [] : [`${file}:${line}: \`${words.join(' ')}\`: ${breach}`]
  })
  const settings = [...new Set(markdown.match(setting))]
    .filter((name) => !house.isSetting(name))
    .map((name) => `${file}: nothing reads ${name}`)
  return [...commands, ...settings]
}

/** @param {string[]} words @param {string} file @param {House} house */
function npmBreach([verb = '', ...rest], file, house) {
  if (verb === 'install' || verb === 'i') {
    const unknown = rest.filter((word) => !word.startsWith('-') && !house.packages.has(word))
    return unknown.length > 0 ? `${unknown.join(', ')} cannot be installed` : undefined
  }
  const name = verb === 'run' ? rest[0] : verb === 'test' || verb === 'start' ? verb : undefined
  if (name === undefined) return undefined
  const room = rest[rest.findIndex((word) => word === '-w' || word === '--workspace') + 1]
  const isOfRoom = rest.includes('-w') || rest.includes('--workspace')
  const folder = file.replace(/\/?[^/]*$/, '')
  const found = isOfRoom
    ? house.scriptsOf.get(room ?? '')?.has(name)
    : house.scripts.has(name) || house.scriptsOf.get(folder)?.has(name)
  if (!found) return `there is no script ${name}`
  const gates = verb === 'test' && rest[0] === '--' ? rest.slice(1).filter((word) => /^\w/.test(word)) : []
  const unknown = gates.filter((gate) => !house.gates.has(gate))
  return unknown.length > 0 ? `there is no gate ${unknown.join(', ')}` : undefined
}

/** @param {string[]} words @param {House} house */
function npxBreach([program = '', ...rest], { programs }) {
  if (!programs.has(program)) return `there is no program ${program}`
  const help = programs.get(program) ?? ''
  if (help === '') return undefined
  const [verb, second] = rest
  const isWord = (/** @type {string | undefined} */ word) => word !== undefined && /^[a-z]+$/.test(word)
  const has = (/** @type {string} */ word) => new RegExp(`(^|[\\s|])${word}([\\s|]|$)`, 'm').test(help)
  // The words of a command stand at the beginning of a line of the help: `latchkey project add`.
  const asked = isWord(verb) ? [verb ?? ''] : []
  if (isWord(second) && help.includes(`${verb} ${second}`)) asked.push(second ?? '')
  const unknown = [
    ...asked.filter((word) => !has(word)),
    ...rest
      .filter((word) => word.startsWith('--'))
      .map((word) => word.replace(/=.*/, ''))
      .filter((word) => !new RegExp(`${word}(?![\\w-])`).test(help)),
  ]
  return unknown.length > 0 ? `${program} does not know ${unknown.join(', ')}` : undefined
}
