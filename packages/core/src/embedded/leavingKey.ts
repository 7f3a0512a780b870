/** Where the page remembers, under the kit's prefix, which service the person left for in this very tab. */
export const leavingKey = 'embeddedLeaving'
