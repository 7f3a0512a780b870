/**
 * The request ids of a JSON-RPC text, as they stand in the text.
 *
 * Clients number their requests with 19 digits, beyond 2^53: a number read by `JSON.parse` and written again would
 * answer another id. So a server never answers with the parsed id. It takes the token from here, characters and all
 * (`1731700000123456789`, or `"1731700000123456789"` with its quotes), and puts it into the answer's text with
 * `answerText`. The parsed id serves for nothing but logs.
 */

/** One token for a single request, one per item for a batch; `undefined` where an item has no id. Text must be valid JSON. */
export function idTokens(text: string): readonly (string | undefined)[] {
  const reader = new Reader(text)
  if (reader.peek() !== '[') return [reader.peek() === '{' ? reader.idOfObject() : undefined]
  const tokens: (string | undefined)[] = []
  reader.items(']', () => tokens.push(reader.peek() === '{' ? reader.idOfObject() : reader.skip()))
  return tokens
}

/** The text of an answer to the request that `token` came from. */
export function answerText(
  token: string | undefined,
  answer: { readonly result: unknown } | { readonly error: unknown },
): string {
  const body = 'result' in answer ? { result: answer.result ?? null } : { error: answer.error }
  return `{"id":${token ?? 'null'},"jsonrpc":"2.0",${JSON.stringify(body).slice(1)}`
}

/** Walks a JSON text that `JSON.parse` has accepted; it looks for ends and does not check again. */
class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** The next character that is not white space. */
  peek(): string | undefined {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at += 1
    return this.#text[this.#at]
  }

  /** The value of the last top-level key `id`, as `JSON.parse` would choose it. */
  idOfObject(): string | undefined {
    let token: string | undefined
    this.items('}', () => {
      const key = this.#slice(() => this.#skipString())
      this.peek()
      this.#at += 1
      const value = this.#slice(() => this.skip())
      if (isId(key)) token = value
    })
    return token
  }

  /** Calls `read` at the start of each member of the object or array that begins here. */
  items(end: string, read: () => void): void {
    this.peek()
    this.#at += 1
    for (let next = this.peek(); next !== undefined && next !== end; next = this.peek()) {
      if (next === ',') {
        this.#at += 1
        this.peek()
      }
      const before = this.#at
      read()
      // Only a text that is not JSON stands still; it must not hold the server up.
      if (this.#at === before) return
    }
    this.#at += 1
  }

  /** Moves past one value of any kind. */
  skip(): undefined {
    const first = this.peek()
    if (first === '"') return this.#skipString()
    if (first !== '{' && first !== '[') return this.#skipScalar()
    let depth = 0
    do {
      const character = this.#text[this.#at]
      if (character === undefined) return
      if (character === '"') {
        this.#skipString()
        continue
      }
      if (character === '{' || character === '[') depth += 1
      if (character === '}' || character === ']') depth -= 1
      this.#at += 1
    } while (depth > 0)
  }

  #slice(move: () => void): string {
    this.peek()
    const start = this.#at
    move()
    return this.#text.slice(start, this.#at)
  }

  #skipString(): undefined {
    let end = this.#text.indexOf('"', this.#at + 1)
    while (end !== -1 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1)
    this.#at = end === -1 ? this.#text.length : end + 1
  }

  /** An odd number of backslashes before a quote takes its meaning away. */
  #isEscaped(at: number): boolean {
    let slashes = 0
    while (this.#text[at - 1 - slashes] === '\\') slashes += 1
    return slashes % 2 === 1
  }

  #skipScalar(): undefined {
    while (/[^\s,\]}]/.test(this.#text[this.#at] ?? ' ')) this.#at += 1
  }
}

/** A key may be written with escapes; such a one is read before it is compared. */
function isId(key: string): boolean {
  return key === '"id"' || (key.includes('\\') && JSON.parse(key) === 'id')
}

/** Space, tab, line feed and carriage return are all the white space that JSON has. */
function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13
}
