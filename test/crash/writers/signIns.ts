/** Sign-ins of apps: a session that was opened goes on, and so does one whose refresh nobody answered in time. */
import { minutes } from '@latchkey/spec/limits'
import { writeSignIn } from '@latchkey/spec/signIn'
import * as v from 'valibot'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { askJson, insist, isSettled } from '../insist.js'
import type { Place, Writer } from '../writer.js'

const domain = 'app.example'
const opened = v.object({ token: v.string(), refreshToken: v.string() })
const refreshed = v.object({ token: v.string(), refreshToken: v.optional(v.string()) })
/** After so many turns a session is left as it is, and must be found so. */
const turns = 6

/** A token lives a quarter of an hour, its session for days: whoever is late asks for a new one first. */
const tokenLife = minutes(14)

interface Session {
  token: string
  refreshToken: string
  /** When the token was given out. */
  at: number
}

export function createSignInWriter({ api }: Place): Writer {
  const done: Session[] = []
  const faults: string[] = []
  let count = 0
  let checked = 0
  let current: (Session & { turn: number }) | undefined
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    askJson(`${api}/auth/v1/${path}`, { method: 'POST', body: JSON.stringify(body), headers })

  async function open(): Promise<Session> {
    const account = privateKeyToAccount(generatePrivateKey())
    const authenticate = async () => {
      const { body } = await askJson(`${api}/auth/v1/nonce`)
      const { nonce, token } = v.parse(v.object({ nonce: v.string(), token: v.string() }), body)
      const message = writeSignIn({
        domain,
        accountAddress: account.address,
        uri: `https://${domain}`,
        version: '1',
        chainId: 'eip155:31337',
        nonce,
        issuedAt: new Date().toISOString(),
      })
      const signature = await account.signMessage({ message })
      return post('authenticate', { message, signature }, { 'x-nonce-jwt': `Bearer ${token}` })
    }
    const { answer } = await insist('sign in', authenticate, isSettled)
    return { ...v.parse(opened, answer.body), at: performance.now() }
  }

  async function refresh(session: Session): Promise<void> {
    const ask = () => post('refresh', { refreshToken: session.refreshToken })
    const { answer, lost, took } = await insist('refresh', ask, isSettled)
    const read = v.safeParse(refreshed, answer.body)
    if (answer.status === 200 && read.success) Object.assign(session, read.output, { at: performance.now() })
    else faults.push(`a session ended at its refresh: ${answer.status}, ${lost} lost, ${Math.round(took)} ms`)
  }

  async function isOpen(session: Session): Promise<boolean> {
    if (performance.now() - session.at > tokenLife) await refresh(session)
    const headers = { authorization: `Bearer ${session.token}` }
    const ask = () => askJson(`${api}/auth/v1/me`, { headers })
    return (await insist('who am I', ask, isSettled)).answer.status === 200
  }

  return {
    what: 'sign-in sessions',
    async step() {
      if (current && current.turn < turns) {
        await refresh(current)
        current.turn += 1
      } else {
        if (current) done.push(current)
        current = { ...(await open()), turn: 0 }
      }
      count += 1
    },
    acknowledged: () => count,
    async findFaults(isLast) {
      const looked = [...done.slice(isLast ? 0 : checked), ...(current ? [current] : [])]
      checked = done.length
      for (const session of looked)
        if (!(await isOpen(session))) faults.push('a session that was acknowledged is not open any more')
      return faults.splice(0)
    },
  }
}
