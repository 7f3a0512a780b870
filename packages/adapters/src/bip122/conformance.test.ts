/** The bip122 adapter against the suite that every adapter passes, with each kind of wallet. */
import { asAddress } from '@latchkey/spec/caip'
import { describe, expect, test } from 'vitest'
import {
  type ConformanceAbsences,
  type ConformanceOptions,
  type ConformanceWorld,
  conformanceCases,
} from '../conformance.js'
import { type BitcoinLabKey, signText } from '../lab/bitcoin/bitcoinAccounts.js'
import { type BitcoinDialect, bitcoinConnectorId } from '../lab/bitcoin/bitcoinDialect.js'
import { bitcoinLabKeys } from '../lab/bitcoin/bitcoinKeys.js'
import { createBitcoinWallet } from '../lab/bitcoin/createBitcoinWallet.js'
import { injectBitcoinWallet } from '../lab/bitcoin/installBitcoinWallet.js'
import { bip122 } from './bip122.js'
import { bitcoinRegtest, bitcoinTestnet, networkNameOf } from './networks.js'
import { isSignedInSecondOpinion } from './secondOpinion.js'

interface Variant {
  readonly by: BitcoinDialect
  readonly accounts: readonly (readonly BitcoinLabKey[])[]
  /** Otherwise the second address is another one of the same account, and the page chooses. */
  readonly choosesInWallet: boolean
  readonly absent?: ConformanceAbsences
}

const payments = bitcoinLabKeys.map(([payment]) => [payment])
const older = payments.map((account) => account.map((key): BitcoinLabKey => ({ ...key, kind: 'p2sh' })))
const taproot = payments.map((account) => account.map((key): BitcoinLabKey => ({ ...key, kind: 'p2tr' })))

/** A page sees one address at a time of these, so that it has nothing to choose from. */
const oneAddress = { switchAccountOnPage: 'it shares one address, the one chosen in the wallet' }

const variants: Readonly<Record<string, Variant>> = {
  'sats-connect, one address': { by: 'sats', accounts: payments, choosesInWallet: true, absent: oneAddress },
  'sats-connect, an address for payments and one for inscriptions': {
    by: 'sats',
    accounts: bitcoinLabKeys,
    choosesInWallet: false,
    absent: { switchAccount: 'both addresses are of the one account that the wallet shares' },
  },
  'sats-connect, segwit inside a script': {
    by: 'sats',
    accounts: older,
    choosesInWallet: true,
    absent: oneAddress,
  },
  'as UniSat': { by: 'unisat', accounts: payments, choosesInWallet: true, absent: oneAddress },
  'as UniSat, taproot': { by: 'unisat', accounts: taproot, choosesInWallet: true, absent: oneAddress },
  'by the Wallet Standard': {
    by: 'standard',
    accounts: bitcoinLabKeys,
    choosesInWallet: true,
    absent: { switchNetwork: 'such a wallet is on all of its networks, and each request names one' },
  },
}

const worldOf =
  ({ by, accounts, choosesInWallet }: Variant) =>
  async ({ asks }: ConformanceOptions): Promise<ConformanceWorld> => {
    const target = new EventTarget()
    const lab = await createBitcoinWallet({ networks: ['regtest', 'testnet'], accounts, asks })
    injectBitcoinWallet(lab, { by, target })
    const [first, second] = choosesInWallet ? lab.accounts.map(([payment]) => payment) : lab.addresses
    if (!first || !second) throw new Error('two addresses are needed')
    return {
      adapter: bip122({ target }),
      networks: [bitcoinRegtest('http://127.0.0.1:1'), bitcoinTestnet],
      wallet: {
        connectorId: bitcoinConnectorId(lab, by),
        addresses: [asAddress(first.address), asAddress(second.address)],
        asked: lab.asked,
        approve: lab.approve,
        reject: lab.reject,
        leave: () => lab.revoke(),
        signWrongly: () => lab.next.signWrongly(),
        verify: isSignedInSecondOpinion,
        ...(choosesInWallet && { switchAccount: lab.switchAccount }),
        // By the Wallet Standard a wallet is on all of its networks.
        ...(by !== 'standard' && {
          switchNetwork: ({ caipNetworkId }) => lab.switchNetwork(networkNameOf(caipNetworkId) ?? 'mainnet'),
        }),
        get isAuthorised() {
          return lab.isAuthorised
        },
        get questions() {
          return lab.seen.length
        },
        get listeners() {
          return lab.listeners
        },
      },
    }
  }

describe.each(Object.entries(variants))('the bip122 adapter conforms: %s', (_, variant) => {
  const cases = conformanceCases(worldOf(variant), variant.absent).map(
    ({ title, run }) => [title, run] as const,
  )
  test.each(cases)('%s', (__, run) => run())
})

test('the second opinion is one: it says no to another text, and to another address', async () => {
  for (const accounts of [payments, older, taproot]) {
    const lab = await createBitcoinWallet({ networks: ['regtest'], accounts })
    const [mine, other] = lab.accounts.map(([payment]) => payment)
    if (!mine || !other) throw new Error('two addresses are needed')
    const protocol = accounts === older ? 'ecdsa' : 'bip322'
    const { address } = mine
    const signature = signText(mine, 'hello', protocol)
    expect(isSignedInSecondOpinion({ address, message: 'hello', signature })).toBe(true)
    expect(isSignedInSecondOpinion({ address, message: 'hello!', signature })).toBe(false)
    expect(isSignedInSecondOpinion({ address: other.address, message: 'hello', signature })).toBe(false)
  }
})
