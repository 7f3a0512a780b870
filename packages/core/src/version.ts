/** How the kit calls itself on the wire (S7-01). */
export const sdkType = 'latchkey'
export const sdkVersion = '0.1.0'
