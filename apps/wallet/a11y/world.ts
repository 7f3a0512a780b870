/** Where and when the scenes are. */

/** A name that reads the same in every run. */
export const origin = 'https://wallet.example'
export const app = 'https://shop.example'
/** A day on which nothing happened. */
export const noon = Date.UTC(2026, 0, 15, 12)
