/** A mail server that keeps everything and delivers nothing: what the local world sends to people is read here. */
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface CaughtMail {
  /** Counts up, so that a reader can ask for what is new. */
  readonly id: number
  readonly to: readonly string[]
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Milliseconds since 1970. */
  readonly at: number
}

export interface MailSink {
  readonly port: number
  /** Newest first. */
  readonly mails: readonly CaughtMail[]
  /** The newest mail to somebody after `id`; waits for it, and rejects after `ms`. */
  next(to: string, after?: number, ms?: number): Promise<CaughtMail>
  /** While true every mail is refused, as by a server in trouble. */
  fail(isFailing: boolean): void
  clear(): void
  stop(): Promise<void>
}

const mostMails = 200
const mostBytes = 256 * 1024
const usualWait = 10_000

export async function startMail({ port = 0 }: { port?: number } = {}): Promise<MailSink> {
  const mails: CaughtMail[] = []
  const readers = new Set<() => void>()
  let count = 0
  let isFailing = false

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: mostBytes,
    logger: false,
    disableReverseLookup: true,
    onConnect: (_, callback) => callback(isFailing ? busy() : null),
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (isFailing) return callback(busy())
        PostalMime.parse(Buffer.concat(chunks)).then(
          (parsed) => {
            const { rcptTo, mailFrom } = session.envelope
            const mail = {
              id: ++count,
              to: rcptTo.map(({ address }) => address),
              from: mailFrom ? mailFrom.address : '',
              subject: parsed.subject ?? '',
              text: parsed.text ?? '',
              html: parsed.html ?? '',
              at: Date.now(),
            }
            mails.unshift(mail)
            mails.length = Math.min(mails.length, mostMails)
            for (const read of [...readers]) read()
            callback()
          },
          () => callback(new Error('The mail cannot be read')),
        )
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })

  return {
    // It listens on TCP.
    port: (server.server.address() as AddressInfo).port,
    mails,
    next(to, after = 0, ms = usualWait) {
      const find = () => mails.find((mail) => mail.id > after && mail.to.includes(to))
      return new Promise((resolve, reject) => {
        const read = () => {
          const mail = find()
          if (!mail) return
          end()
          resolve(mail)
        }
        const timer = setTimeout(() => {
          end()
          reject(new Error(`No mail to ${to} within ${ms} ms`))
        }, ms)
        const end = () => {
          clearTimeout(timer)
          readers.delete(read)
        }
        readers.add(read)
        read()
      })
    },
    fail: (value) => {
      isFailing = value
    },
    clear: () => void mails.splice(0),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function busy(): Error {
  return Object.assign(new Error('Try again later'), { responseCode: 421 })
}
