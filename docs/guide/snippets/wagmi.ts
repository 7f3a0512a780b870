/** The file of an app that a snippet imports: its wagmi. */
export declare const config: Parameters<typeof import('latchkey/eip155/wagmi').wagmi>[0]
