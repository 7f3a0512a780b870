/** The settings of the embedded wallet's server; part of the table in `settings.ts`. */
import { readFarcaster } from '../embedded/farcaster/settings.js'
import { readKmsSetting } from '../embedded/kms/openKms.js'
import { readSocial } from '../embedded/social/settings.js'
import * as read from './parse.js'
import type { Setting } from './settings.js'

export const walletSettings = {
  LATCHKEY_KMS: {
    about:
      'key above the embedded wallet’s keys: path of a key file, or aws, gcp or vault as JSON; unset: wallet-kms.key in the data folder',
    parse: readKmsSetting,
    print: 'secret',
  },
  LATCHKEY_VAULT_KMS: {
    about:
      'key above the keys of the vault, never the one of LATCHKEY_KMS; unset: vault-kms.key in the data folder',
    parse: readKmsSetting,
    print: 'secret',
  },
  LATCHKEY_VAULT_DATABASE: {
    about: 'database of the vault, as postgres: URL; unset: a schema of its own in the gateway’s database',
    parse: read.urlOf('postgres', 'postgresql'),
    print: 'url',
  },
  LATCHKEY_VAULT_SMTP: {
    about: 'mail server of the vault, as smtp: or smtps: URL; unset: that of LATCHKEY_SMTP',
    parse: read.urlOf('smtp', 'smtps'),
    print: 'url',
  },
  LATCHKEY_VAULT_MAIL_FROM: {
    about: 'sender of the vault’s mails; another name than that of LATCHKEY_MAIL_FROM',
    parse: (value: string) => value,
    fallback: 'Latchkey vault <vault@localhost>',
  },
  LATCHKEY_SMTP: {
    about: 'mail server for sign-in by email, as smtp: or smtps: URL; unset: no sign-in by email',
    parse: read.urlOf('smtp', 'smtps'),
    print: 'url',
  },
  LATCHKEY_MAIL_FROM: {
    about: 'sender of those mails',
    parse: (value: string) => value,
    fallback: 'Latchkey <wallet@localhost>',
  },
  LATCHKEY_CODE_DIGITS: {
    about: 'digits of an emailed code, 6 to 9',
    parse: read.codeDigits,
    fallback: '6',
  },
  LATCHKEY_SOCIAL: {
    about: 'client ids and secrets at google, apple, facebook, github, x, discord, by name',
    parse: readSocial,
    fallback: '{}',
    print: 'keys',
  },
  LATCHKEY_FARCASTER: {
    about: 'relay and id registry for sign-in with Farcaster; unset: none',
    parse: readFarcaster,
    print: 'keys',
  },
} as const satisfies Record<string, Setting<unknown>>
