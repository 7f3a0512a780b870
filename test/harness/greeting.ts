/** Typed data that the app under test asks for and the test checks; both must mean the same. */
export const greeting = (chainId: number, text: string) =>
  ({
    domain: { name: 'App under test', version: '1', chainId },
    types: { Greeting: [{ name: 'text', type: 'string' }] },
    primaryType: 'Greeting',
    message: { text },
  }) as const
