/** Turns the last words of a PostgreSQL program into a message that says what to do. */
export function explain(
  what: string,
  lines: readonly string[],
  { folder = '', port, code }: { folder?: string; port?: number; code?: number | string | null },
): Error {
  const text = lines.join('\n')
  const advice = advices.find(({ sign }) => sign.test(text))?.say({ folder, port: String(port) })
  const tail = lines.slice(-5).join(' | ')
  const ending = code === undefined ? '' : ` (it ended with ${code})`
  return new Error(`${what}${ending}. ${advice ?? ''}${advice ? ' ' : ''}Last words: ${tail || 'none'}`)
}

const advices: readonly { sign: RegExp; say: (facts: { folder: string; port: string }) => string }[] = [
  {
    sign: /Address already in use/,
    say: ({ port }) => `Port ${port} is taken: set LATCHKEY_POSTGRES_PORT to a free one.`,
  },
  {
    sign: /No space left on device/,
    say: ({ folder }) => `The disk of ${folder} is full: make room and start again.`,
  },
  {
    sign: /Permission denied/,
    say: ({ folder }) =>
      `The account that runs PostgreSQL cannot use ${folder}: check its owner and LATCHKEY_DATA.`,
  },
  {
    sign: /incompatible with (?:server|this version)/,
    say: ({ folder }) => `${folder} was written by another version of PostgreSQL.`,
  },
  {
    sign: /could not create shared memory segment|Cannot allocate memory/,
    say: () => 'There is not enough memory (or shared memory) for PostgreSQL.',
  },
  {
    sign: /error while loading shared libraries|GLIBC_/,
    say: () =>
      'The programs from npm do not run on this system: set DATABASE_URL to a PostgreSQL of your own.',
  },
]
