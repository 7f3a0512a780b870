/** The file of an app that components of Vue and Svelte import: its kit, and who is there. */
export declare const kit: import('latchkey').Kit
export declare const address: { subscribe(run: (value: string | undefined) => void): () => void }
export declare function useAddress(): { value: string | undefined }
