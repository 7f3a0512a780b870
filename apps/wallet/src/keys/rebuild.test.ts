import { expect, test } from 'vitest'
import { randomBytes, toBase64url } from './bytes.js'
import { checkValueOf, recoveryKeyOf } from './derived.js'
import { accountsOf, deriveKeys } from './deriveKeys.js'
import { rebuild, type WalletMarks } from './rebuild.js'
import { splitSecret } from './shares.js'

const walletId = '5b1f3c8e-0d3e-4f5a-9a3b-7a3d6f0c2e11'

async function createWallet(id = walletId) {
  const secret = randomBytes(16)
  const marks: WalletMarks = {
    walletId: id,
    kcv: toBase64url(checkValueOf(secret, id)),
    rkPub: toBase64url(recoveryKeyOf(secret, id).point),
    accounts: accountsOf(await deriveKeys(secret)),
  }
  return { secret, marks, shares: await splitSecret(secret) }
}

test('[I-3] what fits every mark is rebuilt, and wiped when its work is done', async () => {
  const { secret, marks, shares } = await createWallet()
  const rebuilt = await rebuild([shares.s, shares.d], [marks, marks])
  expect(rebuilt.secret).toEqual(secret)
  expect(accountsOf(rebuilt.keys)).toEqual(marks.accounts)
  rebuilt.wipe()
  expect(rebuilt.secret).toEqual(new Uint8Array(16))
})

test('[A-44] a share of another user, of another epoch, or with a flipped bit gives nothing', async () => {
  const { marks, shares, secret } = await createWallet()
  const foreign = await createWallet()
  const epoch = await splitSecret(secret)
  const flipped = new Uint8Array(shares.s)
  flipped[3] = (flipped[3] ?? 0) ^ 0x10
  for (const s of [foreign.shares.s, epoch.s, flipped]) {
    // Two epochs may by chance use one place; both are refusals.
    await expect(rebuild([s, shares.d], [marks])).rejects.toThrow('does not fit together')
  }
})

test('[A-45] a server that swaps the recovery key, the check value or an account is caught by the pin', async () => {
  const { marks, shares } = await createWallet()
  const other = await createWallet()
  const lies: [string, Partial<WalletMarks>][] = [
    ['recovery key', { rkPub: other.marks.rkPub }],
    ['check value', { kcv: other.marks.kcv }],
    ['accounts', { accounts: other.marks.accounts }],
    ['accounts', { accounts: marks.accounts.slice(1) }],
    ['accounts', { accounts: [...marks.accounts, ...other.marks.accounts] }],
    ['check value', { kcv: '!' }],
  ]
  for (const [check, lie] of lies) {
    await expect(rebuild([shares.s, shares.d], [marks, { ...marks, ...lie }])).rejects.toThrow(`(${check})`)
  }
})

test('[A-44] a whole wallet of the server’s own making is caught by the pin of the device', async () => {
  const mine = await createWallet()
  const theirs = await createWallet()
  await expect(rebuild([theirs.shares.s, theirs.shares.r], [theirs.marks, mine.marks])).rejects.toThrow(
    'does not fit together',
  )
})

test('one secret has other marks under another wallet id', async () => {
  const { marks, shares } = await createWallet()
  const moved = { ...marks, walletId: '00000000-0d3e-4f5a-9a3b-7a3d6f0c2e11' }
  await expect(rebuild([shares.s, shares.d], [moved])).rejects.toThrow('(check value)')
})
