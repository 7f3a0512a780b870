/**
 * A connection to PostgreSQL that a spoiled answer breaks, and nothing else. pg reads answers in a listener of its
 * socket and lets what it throws there through, which ends the process; and a connection whose answer never became
 * whole would take every further question and answer none.
 */
import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import pg from 'pg'

/** What pg has and its types do not tell. */
interface Connection extends EventEmitter {
  readonly stream: Duplex
  attachListeners(stream: Pick<Duplex, 'on'>): void
}

export class SteadyClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const { connection } = this as unknown as { readonly connection: Connection }
    const attach = connection.attachListeners.bind(connection)
    // The stream of the connection may be another by then, as with TLS.
    connection.attachListeners = () => attach(guarded(connection.stream))
    // One that breaks between two statements of a transaction has no other listener; the next statement fails, which is enough.
    this.on('error', () => {})
    const ask = this.query.bind(this) as (...asked: unknown[]) => unknown
    this.query = ((...asked: unknown[]) => {
      const answer = ask(...asked)
      if (answer instanceof Promise)
        answer.catch((cause: unknown) => isLate(cause) && giveUp(connection, cause))
      return answer
    }) as typeof this.query
  }
}

/** Of `query_timeout`. Whoever gives such a connection back to the pool would hand the wait on to the next. */
const isLate = (cause: unknown) => cause instanceof Error && cause.message === 'Query read timeout'

/** Told at once, so that the pool does not take it back. */
function giveUp(connection: Connection, cause: unknown): void {
  connection.emit('error', cause)
  connection.stream.destroy()
}

function guarded(stream: Duplex): Pick<Duplex, 'on'> {
  const guard = {
    on(event: string, listener: (...args: unknown[]) => void) {
      stream.on(event, event === 'data' ? (chunk: unknown) => read(stream, () => listener(chunk)) : listener)
      return stream
    },
  }
  // Of all the overloads pg uses two, `data` and `end`.
  return guard as Pick<Duplex, 'on'>
}

function read(stream: Duplex, work: () => void): void {
  try {
    work()
  } catch (cause) {
    // As a connection that was lost: the question fails, and the pool makes another.
    stream.destroy(new Error('Connection terminated: the answer of the database makes no sense', { cause }))
  }
}
