/** What an account signs to end a session (S7-21), and whether it did where nobody says when. */
import { isSignedByEthereum } from '@latchkey/verify'
import type { Hex } from '../chain/shapes.js'
import type { Caller } from '../http/route.js'
import type { Clock } from '../ports/clock.js'

export const revocationText = (pci: string, timestamp: number): string =>
  JSON.stringify({ pci, action: 'revoke', timestamp })

export interface Revocation {
  readonly pci: string
  readonly signature: Hex
  readonly signer: Hex
}

/** How many seconds before and after now are tried. */
const secondsTried = 60
/** So many tries, a few milliseconds each, are paid for at once. */
const triesCharged = 10
const triesCost = 5
/** 65 bytes: no other signature is a key's. */
const keySignatureLength = 132

/**
 * Clients of this wire send the signature without the time that it signs. Only keys are believed: a contract would be
 * asked once for every second.
 */
export async function isSignedAroundNow(
  { pci, signature, signer }: Revocation,
  { clock, caller }: { readonly clock: Clock; readonly caller: Pick<Caller, 'left' | 'charge'> },
): Promise<boolean> {
  if (signature.length !== keySignatureLength) return false
  const now = Math.floor(clock.now() / 1000)
  let tries = 0
  for (const offset of nearestFirst()) {
    if (tries > 0 && tries % triesCharged === 0) await caller.charge(triesCost)
    tries += 1
    const message = revocationText(pci, now + offset)
    if (await isSignedByEthereum({ message, signature, address: signer }, undefined)) return true
    // Others get their turn between two tries.
    await new Promise((resolve) => setImmediate(resolve))
    caller.left.throwIfAborted()
  }
  return false
}

/** 0, -1, 1, -2, 2 …: most clocks are right. */
function* nearestFirst(): Generator<number> {
  yield 0
  for (let apart = 1; apart <= secondsTried; apart++) {
    yield -apart
    yield apart
  }
}
