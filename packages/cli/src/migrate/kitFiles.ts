/** Which file has the kit: one file imports it from another, and each is moved without a look at the others. */
import { posix, sep } from 'node:path'

interface Need {
  /** The file that needs a name, below the folder of the app. */
  readonly file: string
  readonly from: string
  readonly name: string
}

/** Files that import `kit` from where no kit was made, in words. */
export function kitsThatNobodyMakes(needs: readonly Need[]): readonly string[] {
  const makers = needs
    .filter(({ from, name }) => from === 'latchkey' && name === 'createLatchkey')
    .map(({ file }) => bare(file))
  return needs
    .filter(({ name }) => name === 'kit')
    .filter(({ file, from }) => !makers.some((maker) => isMeant(maker, { file, from })))
    .map(({ file, from }) => `${file} imports kit from '${from}': make it there, with createLatchkey`)
}

function isMeant(maker: string, { file, from }: Pick<Need, 'file' | 'from'>): boolean {
  const home = maker.replace(/(^|\/)index$/, '')
  if (from.startsWith('.')) {
    const path = posix.join(posix.dirname(bare(file)), bare(from))
    return [maker, home].includes(path) || (home === '' && path === '.')
  }
  // An alias: what it stands for is in a setting of the app, the rest is the path.
  const tail = bare(from).split('/').slice(1).join('/')
  return tail !== '' && [maker, home].some((path) => path === tail || path.endsWith(`/${tail}`))
}

/** Without the end of its name, which imports may leave out or write differently. */
const bare = (path: string) =>
  path
    .split(sep)
    .join('/')
    .replace(/\.[mc]?[jt]sx?$/, '')
