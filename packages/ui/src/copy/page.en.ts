/** What the page buttons say, and the modal before its views are there. Apart from the rest, because every page loads these. */
export const page = {
  'button.connect': 'Connect wallet',
  'button.connecting': 'Connecting…',
  'button.account': 'Account {address}',
  'button.account-balance': 'Account {address}, balance {balance}',
  'button.pending': '{label}, {pending} pending',
  'button.network': 'Network: {network}',
  'button.network-unsupported': 'Switch network',
  'button.network-none': 'Select network',
  'modal.loading': 'Loading',
  'modal.load-failed': 'The wallet window could not be loaded. Check your connection.',
  'modal.retry': 'Try again',
} as const
