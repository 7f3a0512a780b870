/** What stands before a value in the rows of a request. None of them has slots: tables hold their keys. */
export const copy = {
  'labels.account': 'Account',
  'labels.network': 'Network',
  'labels.fee': 'Network fee, at most',

  'labels.amount': 'Amount',
  // The address that is sent to, or from.
  'labels.to': 'To',
  'labels.from': 'From',
  // What a call sends along, besides what it does.
  'labels.pays': 'Pays',
  'labels.token': 'Token',
  'labels.owner': 'Owner',
  'labels.spender': 'Spender',
  'labels.operator': 'Operator',
  'labels.allowed': 'Allowed',
  // A time.
  'labels.until': 'Until',
  'labels.item': 'Item',
  'labels.how-many': 'How many',
  'labels.contract': 'Contract',
  'labels.new-owner': 'New owner',
  'labels.new-code': 'New code',
  'labels.call': 'Call',
  'labels.calls': 'Calls',
  'labels.kind': 'Kind',
  'labels.module': 'Module',
  'labels.mode': 'Mode',
  'labels.data': 'Data',

  'labels.program': 'Program',
  // Whose account is opened.
  'labels.for': 'For',
  'labels.belongs-to': 'Belongs to',
  'labels.rest-goes-to': 'What is left goes to',

  'labels.method': 'Method',
  'labels.message': 'Message',
  'labels.bytes': 'Bytes',
  'labels.site': 'Site',
  // The words of whoever asks.
  'labels.says': 'Says',
  'labels.address': 'Address',
  // The time from which a sign-in counts.
  'labels.not-before': 'From',
  'labels.request': 'Request',
  // Stands before "3 more lines".
  'labels.more': 'And',
} as const
