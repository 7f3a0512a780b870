/** The numbers of the modal that a page makes ready while it is idle: apart, so that it does not carry all the others. */

export const modalLimits = {
  recommendedWallets: 4, // S9-11, wallets
  headerText: 120, // S9-06
  viewTransition: 150, // S9-06
  pairingMargin: 10_000, // S9-03, S4-09
} as const
