/** What is said where somebody chooses a PIN. */
export const copy = {
  'pin.title': 'Choose a PIN',
  'pin.detail': 'You type it here, in this window, for each approval. Never anywhere else.',
  'pin.new': 'New PIN',
  'pin.again': 'Again',
  'pin.set': 'Set the PIN',
  'pin.length': 'A PIN has six digits.',
  'pin.obvious': 'That one is tried first. Choose another.',
  'pin.different': 'The two are not the same.',
} as const
