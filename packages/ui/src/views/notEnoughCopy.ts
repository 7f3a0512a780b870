/** The words of `NotEnough`, which several features share. */
export const copy = {
  'lack.title': 'Get more {symbol}',
  'lack.any': 'Ways to get tokens',
  'lack.receive': 'Receive',
  'lack.buy': 'Buy',
  'lack.swap': 'Swap',
  'lack.network': 'Other network',
  'lack.detail': 'The form waits until you come back.',
} as const
