/** The words of sign-in. */
export const copy = {
  'signin.ask': 'Sign in to {app}',
  'signin.ask-detail': 'Sign a message to show that {address} is yours. It costs nothing and moves nothing.',
  'signin.sign': 'Sign in',
  'signin.cancel': 'Cancel',
  'signin.leave': 'Cancel and disconnect',
  'signin.checking': 'One moment',
  'signin.checking-detail': 'Looking whether you are signed in already.',
  'signin.waiting': 'Continue in {wallet}',
  'signin.waiting-detail': 'Sign the message there. Read it first: it names {domain}.',
  'signin.slow': 'No prompt? Open {wallet} and look for the request.',
  'signin.verifying': 'Signing you in',
  'signin.verifying-detail': 'Your signature is being checked.',
  'signin.failed': 'You are not signed in',
  'signin.again': 'Try again',
} as const
