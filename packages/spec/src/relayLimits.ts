/** The numbers of reaching a wallet on another device: apart, so that the relay client does not carry all the others. */

export const relayLimits = {
  pairingLifetime: 240_000, // S9-03, S4-09
  pairingDeadline: 3_600_000, // D-10, S4-09, how long a code renews itself before somebody has to ask for it again
  walletDeadline: 600_000, // D-10, D-12, a person reads, approves and confirms on a device
} as const
