/** The numbers of wallets that a page finds: apart, so that an adapter does not bring all the others with it. */

export const discoveryLimits = {
  restoreDeadline: 10_000, // D-10, S4-02, silent
  announcedWallets: 64, // D-10, entries; a page script may announce without end
  announcedText: 128, // D-10, characters of an announced name or id
  announcedIcon: 256 * 1024, // D-10, characters of an announced image
} as const
