/** The file of an app that a snippet imports: its wagmi. */
export declare const config: NonNullable<import('latchkey/eip155').Eip155Options['wagmiConfig']>
