/** What the ways into the embedded wallet take of the Connect view, known before they are there. */

/** In pixels, as in the style sheet of the embedded wallet; the field has a border. */
export const embeddedHeights = { email: 54, button: 50 } as const

/** Where the browser knows no passkeys there is nothing to press. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in globalThis
