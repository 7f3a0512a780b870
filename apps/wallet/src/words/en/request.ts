/** What a request is as a whole: titles, reasons why it is not signed, and what the screen says around its rows. */
export const copy = {
  'request.asked-by': 'Asked by',
  // In a list of calls that are signed together.
  'request.call': 'Call {number}',
  'request.call-warning': 'Call {number}: {warning}',
  'request.fails': 'Tried out, it fails.',
  'request.fails-because': 'Tried out, it fails: {reason}',
  'request.changes': 'What moves, as tried out',
  'request.give': 'You give',
  'request.get': 'You get',
  'request.worth': 'about {amount}',

  'request.send': 'Send {amount}',
  'request.send-new-account': 'Send {amount} into a new account',
  'request.calls': '{count, plural, one {# call at once} other {# calls at once}}',
  'request.steps':
    '{transactions, plural, =1 {A transaction} other {# transactions}} of {steps, plural, one {# step} other {# steps}}',
  'request.sign-in': 'Sign in',
  'request.sign-in-more': 'Sign in, and more than that',
  'request.gives-more': 'What else it gives',
  'request.sign-message': 'Sign a message',
  'request.message': 'Message',
  'request.sign-data': 'Sign data',
  // Above what the data says about whom it is for: an app, a network, a contract.
  'request.data-for': 'For',
  'request.permit': 'Let another address spend your tokens',
  'request.order': 'Offer something of yours for sale',
  'request.unreadable': 'A request that cannot be read',
  'request.asked-for': 'Asked for',

  'request.refused-unreadable': 'This request is not in a form that the wallet understands',
  'request.refused-disguise': 'This message is a transaction in disguise',
  'request.refused-site': 'This page asks you to sign in to another site',
  'request.refused-length': 'This message is too long to be shown whole',
  'request.refused-account': 'The request is for another account',
  'request.refused-network': 'The data is for another network',
  'request.refused-own': 'The data is for your own account, and could be an order in disguise',
} as const
