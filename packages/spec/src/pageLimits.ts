/** The numbers that a page needs before anything is opened: apart, so that the others come with what needs them. */

export const pageLimits = {
  recentWallets: 2, // S9-04, wallets
  shakeReset: 500, // S4-10
  storedBytes: 64 * 1024, // D-10, bytes of one stored value; a larger one reads as absent
  storedText: 2048, // D-10, characters of one stored text
  storedCapsule: 16 * 1024, // D-10, characters of the sealed capsule of the embedded wallet
  storedItems: 64, // D-10, items of one stored list
  analyticsBuffer: 100, // D-21, events held until they may be sent
  logBytes: 1_000_000, // S9-08, bytes; "about 1 MB"
} as const
