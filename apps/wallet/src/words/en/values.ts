/** Values in the rows of a request that are words. */
export const copy = {
  'values.yes': 'Yes',
  'values.no': 'No',
  'values.unlimited': 'Unlimited',
  'values.no-end': 'No end',
  // An amount is no count: it is shown to the last digit, as it is signed.
  'values.units': '{amount} units',
  'values.smallest-units': '{amount} of its smallest units',
  'values.bytes': '{count, plural, one {# byte} other {# bytes}}',
  'values.begins-with': '{start} ({count, plural, one {# byte} other {# bytes}})',
  'values.more-lines': '{count, plural, one {# more line} other {# more lines}}',
  // Stands where an address would.
  'values.from-table': 'An account from a table of the network',
} as const
