/** What an app may do for a time without asking: as a request, and as lines of a list. */
export const copy = {
  'rights.title': 'Let this page act without asking',
  'rights.take-back': 'Take rights back',
  'rights.who': 'Who, and until when',
  'rights.page-key': 'Key of the page',
  'rights.ends': 'Ends',
  'rights.permission': 'Permission',
  'rights.whose': 'Whose they are',
  'rights.app': 'App',
  'rights.app-key': 'Key of the app',
  'rights.would-end': 'Would end',

  'rights.functions': 'Functions',
  'rights.any-function': 'Any of it',
  'rights.function': 'Function',
  'rights.function-number': 'Function {number}',
  'rights.sends-with-call': 'Sends with a call, at most',
  'rights.send': 'Send {symbol}',
  'rights.at-most': 'At most',
  'rights.how-often': 'How often',
  'rights.in-all': 'In all',
  'rights.every-days': 'Every {count, plural, =1 {day} other {# days}}',
  'rights.every-hours': 'Every {count, plural, =1 {hour} other {# hours}}',
  'rights.every-minutes': 'Every {count, plural, =1 {minute} other {# minutes}}',
  'rights.every-seconds': 'Every {count, plural, =1 {second} other {# seconds}}',
  'rights.begins': 'Begins',
  'rights.fees': 'Network fees',
  'rights.fees-count': 'Count as sent',

  'rights.calls-any': 'Calls any function of {contract}.',
  'rights.calls': 'Calls {count, plural, =1 {one function} other {# functions}} of {contract}.',
  'rights.sends-any': 'Sends any amount of {symbol}.',
  'rights.sends-any-token': 'Sends any amount of the token {token}.',
  'rights.sends-in-all': 'Sends up to {amount} {symbol} in all.',
  'rights.sends-days': 'Sends up to {amount} {symbol} every {count, plural, =1 {day} other {# days}}.',
  'rights.sends-hours': 'Sends up to {amount} {symbol} every {count, plural, =1 {hour} other {# hours}}.',
  'rights.sends-minutes':
    'Sends up to {amount} {symbol} every {count, plural, =1 {minute} other {# minutes}}.',
  'rights.sends-seconds':
    'Sends up to {amount} {symbol} every {count, plural, =1 {second} other {# seconds}}.',
  // Of a token whose name nobody knows.
  'rights.sends-units-in-all': 'Sends up to {amount} of the smallest units of {token} in all.',
  'rights.sends-units-days':
    'Sends up to {amount} of the smallest units of {token} every {count, plural, =1 {day} other {# days}}.',
  'rights.sends-units-hours':
    'Sends up to {amount} of the smallest units of {token} every {count, plural, =1 {hour} other {# hours}}.',
  'rights.sends-units-minutes':
    'Sends up to {amount} of the smallest units of {token} every {count, plural, =1 {minute} other {# minutes}}.',
  'rights.sends-units-seconds':
    'Sends up to {amount} of the smallest units of {token} every {count, plural, =1 {second} other {# seconds}}.',
} as const
