/** Where a gateway serves its relay. Apart from the bounds, because every page with a gateway needs it. */
export const relayPath = '/relay'
