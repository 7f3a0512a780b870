/** What mails with a code or a link say, in English. Other languages have the same keys; slots keep their names. */
export const words = {
  'about.page': 'Page',
  'about.browser': 'Browser',
  'about.network': 'Network',
  'about.time': 'Time',

  'device.subject': 'Confirm your sign-in',
  'device.lead': 'Somebody asks to sign in at {origin} with this address.',
  'device.open': 'If it was you, open this page. It asks for the two digits that the app shows you.',
  'device.confirm': 'Confirm the sign-in',
  'device.life': 'The link works once, within {minutes} minutes.',
  'device.not-you':
    'If it was not you, open the page and choose “It was not me”, or do nothing: without you nothing happens.',

  'code.subject': 'Your sign-in code',
  'code.lead': 'Somebody signs in at {origin} with this address, on a device that you used before.',
  'code.type': 'If it was you, type this code into the app:',
  'code.life': 'The code works once, within {minutes} minutes. Nobody of us ever asks you for it.',
  'code.not-you': 'If it was not you, do nothing: without the code nobody gets in.',

  'step-up.subject': 'Confirm a change to your wallet',
  'step-up.lead':
    'You are about to change something that protects your wallet. Type this code into the window of the wallet:',
  'step-up.not-you': 'If it was not you, do nothing, and look at the devices in the settings of your wallet.',

  'change-from.subject': 'Change the address of your wallet',
  'change-from.lead': 'Somebody asks to use another email address for your wallet: {email}',
  'change-from.type': 'If it was you, and this address is yours, type this code into the app:',
  'change-from.life': 'The code works once, within {minutes} minutes.',
  'change-from.not-you': 'If it was not you, do nothing: without the code the address stays as it is.',

  'change-to.subject': 'Confirm your new address',
  'change-to.lead': 'This address is to be used for a wallet. If you want that, type this code into the app:',
  'change-to.life': 'The code works once, within {minutes} minutes. If it was not you, do nothing.',

  'vault-enrol.subject': 'Set up the vault of your wallet',
  'vault-enrol.lead':
    'This address is to be asked when a wallet is recovered. If you want that, type this code into the window of the wallet:',
  'vault-enrol.not-you': 'If it was not you, do nothing.',
  'vault-open.subject': 'Open the vault of your wallet',
  'vault-open.lead':
    'Somebody asks to recover your wallet, or to change the PIN of its vault. If it was you, type this code into the window of the wallet:',
  'vault-open.not-you':
    'If it was not you, somebody may have got into your account: do not give the code to anybody.',
  'vault.life':
    'The code works once, within {minutes} minutes. Nobody of us ever asks you for it, nor for your PIN.',
} as const

export type MailWords = { readonly [Key in keyof typeof words]: string }
