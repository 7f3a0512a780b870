/** The file of an app that components of Vue and Svelte import: its kit, and who is there. */
export declare const kit: import('latchkey').Kit
export declare const wallet: { readonly address: string | undefined }
export declare function useAddress(): { readonly value: string | undefined }
