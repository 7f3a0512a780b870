import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, createBase58check, hex } from '@scure/base'
import { mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import * as v from 'valibot'
import { privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { type Bytes, toBase64url } from '../keys/bytes.js'
import { checkValueOf, recoveryKeyOf } from '../keys/derived.js'
import { accountsOf, deriveKeys } from '../keys/deriveKeys.js'
import { createRecoveryCode, readRecoveryCode } from '../keys/recoveryCode.js'
import { makeKit, offlineKit, openKit } from './kit.js'

const walletId = '5b1f3c8e-0d3e-4f5a-9a3b-7a3d6f0c2e11'
const id = '11111111-0d3e-4f5a-9a3b-7a3d6f0c2e11'
const userId = '22222222-0d3e-4f5a-9a3b-7a3d6f0c2e11'
const secret = Uint8Array.from({ length: 16 }, (_, at) => at * 7)

function newCode(): Bytes {
  const code = readRecoveryCode(createRecoveryCode())
  if (!code) throw new Error('a code of our own cannot be read')
  return code
}

async function made(code = newCode()) {
  const keys = await deriveKeys(secret)
  const accounts = accountsOf(keys)
  const rkPub = toBase64url(recoveryKeyOf(secret, walletId).point)
  const marks = { walletId, rkPub, kcv: toBase64url(checkValueOf(secret, walletId)), accounts }
  const kit = await makeKit(secret.slice(), marks, { id, userId, code })
  // As it comes back from a file.
  return { kit: v.parse(offlineKit, JSON.parse(JSON.stringify(kit))), code, accounts }
}

test('[F-T] the kit and the code are the wallet, with nobody to ask', async () => {
  const { kit, code, accounts } = await made()
  const { words, keys } = await openKit(kit, code)
  expect(mnemonicToEntropy(words, wordlist)).toEqual(secret)
  const of = (namespace: string) => accounts.find((each) => each.namespace === namespace)?.address
  expect(privateKeyToAddress(keys.eip155 as `0x${string}`)).toBe(of('eip155')) // as keys are written
  const solana = base58.decode(keys.solana)
  expect(base58.encode(ed25519.getPublicKey(solana.slice(0, 32)))).toBe(of('solana'))
  expect(base58.encode(solana.slice(32))).toBe(of('solana'))
  const bitcoin = createBase58check(sha256).decode(keys.bip122)
  expect([bitcoin[0], bitcoin.length, bitcoin[33]]).toEqual([0x80, 34, 1])
})

test('the key of the smart account is the key of its owner', async () => {
  const { kit, code, accounts } = await made()
  const { keys } = await openKit(kit, code)
  const owner = accounts.find(({ type }) => type === 'smartAccount')
  expect(owner).toMatchObject({ owner: privateKeyToAddress(keys.smartAccountOwner as `0x${string}`) }) // as keys are written
})

test('[I-1] another code opens nothing, and the kit has nothing of the secret in it', async () => {
  const { kit } = await made()
  await expect(openKit(kit, newCode())).rejects.toThrow('recovery key')
  const file = JSON.stringify(kit)
  expect(file).not.toContain(toBase64url(secret))
  expect(file).not.toContain(hex.encode(secret))
})

test('[I-4] a kit that was changed, or put together from two, opens nothing', async () => {
  const { kit, code } = await made()
  const { kit: other } = await made(code)
  const account = kit.accounts[0]
  if (!account) throw new Error('a wallet without accounts')
  for (const changed of [
    { ...kit, id: userId },
    { ...kit, d: kit.r, r: kit.d },
    { ...kit, d: { ...kit.d, ct: other.d.ct } },
    { ...kit, kcv: toBase64url(new Uint8Array(8)) },
    { ...kit, accounts: [{ ...account, address: '0x0000000000000000000000000000000000000001' }] },
  ])
    await expect(openKit(changed, code)).rejects.toThrow()
})
