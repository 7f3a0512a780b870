/** What each kind of danger says, whoever found it: this page or the server. */
export const copy = {
  'warnings.unlimited-approval': 'Lets another address take all of this token, now and later',
  'warnings.approval-for-all': 'Lets another address take every item of this collection',
  'warnings.permit': 'This signature alone lets another address take tokens; no transaction follows',
  'warnings.new-recipient': 'You have not sent anything to this address before',
  'warnings.look-alike': 'This address looks like one you know, and is another',
  'warnings.unverified-contract': 'Nobody here knows this contract or what the call does',
  'warnings.delegatecall': 'Runs foreign code with all rights of your account',
  'warnings.owner-change': 'Changes who controls an account or a contract',
  'warnings.raw-hash': 'A bare hash: what it stands for cannot be shown, and it may be a payment',
  'warnings.not-simulated': 'What it will do could not be tried out beforehand',
  'warnings.will-fail': 'Tried out just now, it failed',
  'warnings.capability': 'This signature gives others rights that outlast the sign-in',
  'warnings.high-fee': 'Pays the network far more than usual',
  'warnings.lasting-rights': 'Until it ends, this page acts for your account without asking you again',
} as const
