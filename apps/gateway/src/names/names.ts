/** Names of the gateway's own zone: who has which, and how they are given and changed by what was signed (D-20). */
import type { NetworkId } from '@latchkey/spec/caip'
import type { endpoints, NameRecord, RequestOf } from '@latchkey/spec/endpoints'
import { days } from '@latchkey/spec/limits'
import { getAddress } from 'viem'
import type { Chain } from '../chain/chain.js'
import type { Hex } from '../chain/shapes.js'
import { refuse, refuseForNow } from '../http/refusal.js'
import type { Caller } from '../http/route.js'
import type { Clock } from '../ports/clock.js'
import type { Limiter } from '../ports/limiter.js'
import { checkAttributes } from './attributes.js'
import { etherCoin, isEvmCoin, networkOfCoin } from './coinTypes.js'
import { likenessOf } from './likeness.js'
import { checkFreshness, type Mark, type NameAction, type NameMessage, readMessage } from './messages.js'
import type { Nonces } from './nonces.js'
import { signerKind } from './signatures.js'
import { type NameStore, type StoredName, toRecord } from './store.js'
import { type Suggestion, suggest } from './suggest.js'
import { checkName, type Zone } from './zone.js'

type Envelope = RequestOf<typeof endpoints.registerName>['body']

export interface Names {
  readonly zone: string
  nonce(): ReturnType<Nonces['issue']>
  find(name: string): Promise<StoredName | undefined>
  ofOwner(owner: Hex): Promise<StoredName[]>
  suggest(text: string, zone: string | undefined): Promise<Suggestion[]>
  register(envelope: Envelope, caller: Caller): Promise<NameRecord>
  changeAttributes(name: string, envelope: Envelope, caller: Caller): Promise<NameRecord['attributes']>
  changeAddress(name: string, envelope: Envelope, caller: Caller): Promise<NameRecord['addresses']>
}

export interface NamesInput {
  readonly zone: Zone
  readonly store: NameStore
  readonly nonces: Nonces
  readonly limiter: Limiter
  readonly clock: Clock
  /** The network, where it is served. */
  readonly chainOf: (networkId: NetworkId) => Chain | undefined
  readonly limits: {
    /** Names of one address. */
    readonly perAddress: number
    /** Registrations a day from one network address; 0: unlimited. */
    readonly perDay: number
  }
  readonly isTimedAllowed: boolean
}

/** What asking a contract for a signature costs of the caller's rate limit. */
const contractCost = 10

export function createNames(input: NamesInput): Names {
  const { zone, store, nonces, limiter, clock, chainOf, limits, isTimedAllowed } = input

  /** What was signed, by whom and how; everything that needs no database has been checked. */
  async function open<action extends NameAction>(
    action: action,
    envelope: Envelope,
    caller: Caller,
    check: (message: NameMessage<action>) => Promise<void>,
  ): Promise<{ message: NameMessage<action>; mark: Mark; signer: Hex; kind: 'key' | 'contract' }> {
    const { message: text, signature, coin_type: coinType, address } = envelope
    const message = readMessage(action, text)
    const networkId = networkOfCoin(coinType)
    if (!networkId) throw refuse('coinType', 'Names are signed for on eip155 networks')
    const signer = ownAddress(address)
    await check(message)
    const mark = checkFreshness(
      message,
      { text, signer },
      { clock, nonces, caller, coinType, isTimedAllowed },
    )
    if ('attributes' in message && message.attributes) checkAttributes(message.attributes)
    const kind = await signerKind(
      { message: text, signature, signer },
      {
        chain: chainOf(networkId),
        networkId,
        signal: caller.signal,
        onContract: () => caller.charge(contractCost),
      },
    )
    if (!kind) throw refuse('signature', 'The signature is not that of the address')
    return { message, mark, signer, kind }
  }

  /** The name as it is, where the signer may change it. */
  async function owned(name: string, signer: Hex): Promise<StoredName> {
    const found = await store.find(name)
    if (!found) throw refuse('nameNotFound', 'Nobody has this name')
    if (found.owner !== signer) throw refuse('owner', 'This name is another address’s')
    return found
  }

  async function change<action extends 'attributes' | 'address'>(
    action: action,
    name: string,
    envelope: Envelope,
    caller: Caller,
  ) {
    return open(action, envelope, caller, async (message) => {
      // The older form does not say which name it is about; it is used once, whichever that is.
      if ('name' in message && message.name !== name)
        throw refuse('signature', 'The message is about another name')
      const { isContract, ownerCoinType } = await owned(name, ownAddress(envelope.address))
      // The same address may be somebody else's contract on another network.
      if (isContract && networkOfCoin(ownerCoinType) !== networkOfCoin(envelope.coin_type))
        throw refuse('owner', `This name is owned by a contract on ${networkOfCoin(ownerCoinType)}`)
    })
  }

  async function takeFromDay(from: string): Promise<void> {
    if (limits.perDay === 0) return
    const perSecond = limits.perDay / (days(1) / 1000)
    const verdict = await limiter.take({ key: `names|${from}`, capacity: limits.perDay, perSecond })
    if (!verdict.isAllowed) throw refuseForNow(verdict.retryAfter)
  }

  async function existing(name: string): Promise<NameRecord> {
    const found = await store.find(name)
    if (!found) throw refuse('nameNotFound', 'Nobody has this name')
    return toRecord(found)
  }

  return {
    zone: zone.name,
    nonce: () => nonces.issue(),
    find: store.find,
    ofOwner: store.ofOwner,
    suggest: (text, wanted) => suggest({ zone, store }, text, wanted),

    async register(envelope, caller) {
      const { message, mark, signer, kind } = await open('register', envelope, caller, async ({ name }) => {
        checkName(zone, name)
        if ((await store.taken([likenessOf(name)])).size > 0)
          throw refuse('name', 'Name is already registered')
      })
      await takeFromDay(caller.from)
      const { name, attributes = {} } = message
      const { coin_type: coinType } = envelope
      const isContract = kind === 'contract'
      // A key has its address on every network, a contract only where it is.
      const coinTypes =
        isContract && networkOfCoin(coinType) !== 'eip155:1' ? [coinType] : [coinType, etherCoin]
      const registration = {
        name,
        likeness: likenessOf(name),
        owner: signer,
        coinType,
        isContract,
        attributes,
        coinTypes: [...new Set(coinTypes)],
      }
      await store.register(registration, mark, limits.perAddress)
      return existing(name)
    },

    async changeAttributes(name, envelope, caller) {
      const { message, mark } = await change('attributes', name, envelope, caller)
      await store.setAttributes(name, message.attributes, mark)
      return (await existing(name)).attributes
    },

    async changeAddress(name, envelope, caller) {
      const { message, mark } = await change('address', name, envelope, caller)
      if (!isEvmCoin(message.coin_type))
        throw refuse('coinType', 'Names point at addresses of eip155 networks')
      await store.setAddress(name, message.coin_type, ownAddress(message.address, 'address'), mark)
      return (await existing(name)).addresses
    },
  }
}

/** In lower case; one in mixed case whose checksum is wrong was mistyped (EIP-55). */
function ownAddress(address: Hex, kind: 'owner' | 'address' = 'owner'): Hex {
  const lower = address.toLowerCase() as Hex // lower case of hex is hex
  if (address !== lower && address !== getAddress(lower))
    throw refuse(kind, 'The checksum of the address is wrong')
  return lower
}
