/** What a scene of the wallet is made of, and the person, the wallet and the window that most of them are about. */
import type {
  WalletAnswerOf,
  WalletErrorCode,
  WalletRequestOf,
  WalletRouteName,
} from '@latchkey/spec/walletApi'
import { shareAad } from '@latchkey/spec/walletApi'
import type { Page } from 'playwright-core'
import type { KeptShare } from '../src/device/deviceStore.js'
import { createParcelKey, sealParcel, shareToParcel } from '../src/device/parcel.js'
import { toBase64url } from '../src/keys/bytes.js'
import { checkValueOf, pinningKeyOf, recoveryKeyOf } from '../src/keys/derived.js'
import { accountsOf, deriveKeys } from '../src/keys/deriveKeys.js'
import { sealTo } from '../src/keys/hpke.js'
import { splitSecret, xOf } from '../src/keys/shares.js'
import { sealPins } from '../src/worker/passkeyProof.js'
import type { Say, Slots } from './words.js'
import { app, noon } from './world.js'

interface Refusal {
  readonly refused: WalletErrorCode
  readonly left?: number
  readonly retryAfter?: number
}

/** `never`: the page goes on waiting. */
export type Told<name extends WalletRouteName> = WalletAnswerOf<name> | Refusal | 'never'

export type Answer = (asked: {
  readonly body: unknown
}) => Told<WalletRouteName> | Promise<Told<WalletRouteName>>

export type Answers = {
  readonly [name in WalletRouteName]?: (asked: {
    readonly body: WalletRequestOf<name>['body']
  }) => Told<name> | Promise<Told<name>>
}

/** What a person does; everything is found by the key of its words. */
export interface Hand {
  readonly page: Page
  readonly say: Say
  see(key: string, slots?: Slots): Promise<void>
  press(key: string, at?: number): Promise<void>
  fill(key: string, text: string, slots?: Slots): Promise<void>
  tickAll(): Promise<void>
  /** Time goes by, in milliseconds; it stands still otherwise. */
  pass(ms: number): Promise<void>
}

export interface Scene {
  /** The page, and the file of its transcripts. */
  readonly page: string
  readonly name: string
  readonly query?: string
  readonly hash?: string
  readonly answers?: Answers
  readonly hasAuthenticator?: boolean
  /** What the page of the offline kit is filled with; the stage puts the words of its language beside it. */
  readonly kit?: () => Promise<object>
  /** It cannot know what its reader reads. */
  readonly isEnglish?: boolean
  readonly play?: (hand: Hand) => Promise<void>
  /** A key of what is to be seen at the end, with what is filled in. */
  readonly shows: string | readonly [key: string, slots: Slots]
}

export const ids = {
  user: '22222222-0d3e-4f5a-9a3b-7a3d6f0c2e11',
  wallet: '5b1f3c8e-0d3e-4f5a-9a3b-7a3d6f0c2e11',
  device: '11111111-0d3e-4f5a-9a3b-7a3d6f0c2e11',
  other: '33333333-0d3e-4f5a-9a3b-7a3d6f0c2e11',
  some: '44444444-0d3e-4f5a-9a3b-7a3d6f0c2e11',
} as const

/** 32 bytes, as tokens and secrets of addresses are. */
export const token = 'A'.repeat(43)

/** Always the same one, so that its words and addresses read the same. */
export const secret = Uint8Array.from({ length: 16 }, (_, at) => at * 7)
const keys = await deriveKeys(secret.slice())
const accounts = accountsOf(keys)
export const marks = {
  walletId: ids.wallet,
  rkPub: toBase64url(recoveryKeyOf(secret, ids.wallet).point),
  kcv: toBase64url(checkValueOf(secret, ids.wallet)),
  accounts,
}
const shares = await splitSecret(secret.slice())
const kept: KeptShare = {
  userId: ids.user,
  deviceId: ids.device,
  epoch: 1,
  d: shares.d,
  marks,
  pins: sealPins(pinningKeyOf(secret, ids.wallet), []),
}
const parcelKey = createParcelKey()
const parcel = await sealParcel(parcelKey, 'window', { share: shareToParcel(kept) })

/** S of this wallet, as the server seals it to the worker that asks. */
export const sealedShare = (hpkePub: string, purpose: 'factor' | 'export') =>
  sealTo(
    hpkePub,
    shares.s.slice(),
    shareAad({ purpose, walletId: ids.wallet, deviceId: ids.device, epoch: 1, bound: '' }),
  )
export const shareNumber = xOf(shares.s)

const session = {
  access: 'access',
  expiresAt: noon + 600_000,
  now: noon,
  sessionId: ids.some,
  userId: ids.user,
  level: 1,
  device: { id: ids.other, state: 'active' },
  wallet: { state: 'active', id: ids.wallet },
  nextFactor: 'none',
} as const

const hash = `#${ids.some}.${token}.${parcelKey}`

/** A window that a frame has opened; with the share of its device, unless it has none. */
export function opened(
  purpose: WalletAnswerOf<'windowOpen'>['purpose'],
  answers: Answers = {},
  { hasShare = true }: { readonly hasShare?: boolean } = {},
): Pick<Scene, 'page' | 'hash' | 'answers'> {
  const approval = purpose === 'approve' ? { approvalId: ids.some } : {}
  return {
    page: purpose,
    hash,
    answers: {
      windowOpen: () => ({
        session,
        purpose,
        ...approval,
        origin: app,
        openedBy: ids.device,
        ...(hasShare ? { parcel } : {}),
      }),
      ...answers,
    },
  }
}

type Me = WalletAnswerOf<'me'>

export const passkey: Me['passkeys'][number] = {
  id: 'passkey',
  publicKey: 'A'.repeat(60),
  label: 'Phone of Alice',
  isSynced: true,
  hasPrf: true,
  createdAt: noon,
}

/** Somebody with an address and a PIN. */
export const me = (more: Partial<Me> = {}): Me => ({
  userId: ids.user,
  email: 'alice@mail.example',
  identities: [],
  passkeys: [],
  hasPin: true,
  hasRecovery: true,
  isGranting: true,
  level: 1,
  wallet: { id: ids.wallet, state: 'active', epoch: 1, accounts: [...accounts] },
  preferredAccountTypes: {},
  now: noon,
  ...more,
})

export const attempt = { attemptId: ids.some, expiresAt: noon + 600_000, now: noon } as const
export const pin = '284915'
