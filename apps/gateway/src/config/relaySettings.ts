/** The settings of the relay; part of the table in `settings.ts`. */
import * as read from './parse.js'
import type { Setting } from './settings.js'

export const relaySettings = {
  LATCHKEY_RELAY_AUDIENCES: {
    about: 'relay URLs that tokens of clients may name; unset: any',
    parse: read.list,
    fallback: '',
  },
  LATCHKEY_RELAY_SOCKETS: {
    about: 'connections to the relay',
    parse: read.wholeNumber,
    fallback: '20000',
  },
  LATCHKEY_RELAY_SOCKETS_PER_ADDRESS: {
    about: 'connections to the relay from one address; 0: unlimited',
    parse: read.wholeNumber,
    fallback: '1000',
  },
  LATCHKEY_RELAY_TOPICS: {
    about: 'topics that all connections to the relay may listen to, each counted for itself; 0: unlimited',
    parse: read.wholeNumber,
    fallback: '500000',
  },
  LATCHKEY_RELAY_TOPICS_PER_ADDRESS: {
    about: 'the same of the connections of one address; 0: unlimited',
    parse: read.wholeNumber,
    fallback: '50000',
  },
  LATCHKEY_RELAY_RATE: {
    about: 'requests a second on one connection to the relay; 0: unlimited',
    parse: read.wholeNumber,
    fallback: '100',
  },
  LATCHKEY_RELAY_MAILBOX_MEGABYTES: {
    about: 'megabytes that all messages of the relay may weigh together; 0: without end',
    parse: read.wholeNumber,
    fallback: '1000',
  },
  LATCHKEY_RELAY_SKIP_ATTESTATION: {
    about: 'whether wallets are told not to ask an outside verify server',
    parse: read.flag,
    fallback: '1',
  },
  LATCHKEY_RELAY_UPSTREAM: {
    about: 'another relay that topics are mirrored to and from; unset: none',
    parse: read.urlOf('ws', 'wss'),
    print: 'url',
  },
  LATCHKEY_RELAY_UPSTREAM_PROJECT: {
    about: 'project id of this gateway at the upstream relay',
    parse: (value: string) => value,
    print: 'secret',
  },
} as const satisfies Record<string, Setting<unknown>>
