/** The key that answers about names are signed with: given by the operator, or made once in the data folder. */
import { linkSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Hex } from '../../chain/shapes.js'

const isKey = (text: string): text is Hex => /^0x[0-9a-f]{64}$/i.test(text)

/** `0x` and 64 hex digits; the text is kept out of the message. */
export function readSignerKey(text: string): Hex {
  const key = text.trim()
  if (!isKey(key) || !isUsable(key)) throw new TypeError('is not a private key (0x and 64 hex digits)')
  return key
}

function isUsable(key: Hex): boolean {
  try {
    return privateKeyToAccount(key).address.length > 0
  } catch {
    // Zero, or beyond the order of the curve.
    return false
  }
}

/** The only file of the folder that must never be read by others: whoever has it can make up answers about any name. */
const fileName = 'names-signer.key'

/** The signer of this folder; the first that asks makes it. Throws what an operator has to mend. */
export function openSigner({ key, data }: { key: Hex | undefined; data: string }): PrivateKeyAccount {
  if (key !== undefined) return privateKeyToAccount(key)
  const path = join(data, fileName)
  mkdirSync(data, { recursive: true, mode: 0o700 })
  makeOnce(path)
  const { mode, size } = checkedFile(path)
  if ((mode & 0o077) !== 0) throw new Error(`${path} can be read by others: chmod 600 ${path}`)
  const text = size < 1024 ? readFileSync(path, 'utf8').trim() : ''
  if (!isKey(text)) throw new Error(`${path} does not hold a private key`)
  return privateKeyToAccount(text)
}

function checkedFile(path: string) {
  const stat = lstatSync(path)
  // A link could lead to a file that somebody else writes.
  if (!stat.isFile()) throw new Error(`${path} is not a file`)
  return stat
}

/** Whole or not at all, and never over another: two processes that start at once end up with the same key. */
function makeOnce(path: string): void {
  if (exists(path)) return
  const draft = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`
  writeFileSync(draft, `${generatePrivateKey()}\n`, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(draft, path)
  } catch (cause) {
    if (!exists(path)) throw cause
  } finally {
    rmSync(draft, { force: true })
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}
