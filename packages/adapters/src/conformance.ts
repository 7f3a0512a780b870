/** What every adapter must do, as cases that any test runner can run: the same for ours and for those of others. */
import { type Adapter, type CreateLatchkeyOptions, createLatchkey, type Kit } from '@latchkey/core'
import { createFakeClock, createFakeStorage, type FakeClock, type FakeStorage } from '@latchkey/core/testing'
import type { Address } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'
import { cases } from './conformanceCases.js'
import type { Case, Stage } from './conformanceStage.js'

export type ConformanceQuestion = 'connect' | 'signMessage' | 'switchNetwork'

/** The wallet behind the adapter, in the hands of the suite. */
export interface ConformanceWallet {
  readonly connectorId: string
  /** Two accounts that it shares, the active one first. */
  readonly addresses: readonly [Address, Address]
  /** Resolves when the wallet shows the question. */
  asked(question: ConformanceQuestion): Promise<unknown>
  approve(question: ConformanceQuestion): void
  reject(question: ConformanceQuestion): void
  /** The person chooses the account in the wallet; absent where wallets have no chosen one, and the page chooses. */
  switchAccount?(address: Address): void
  /** The person moves the wallet; absent where wallets have no notion of a network. */
  switchNetwork?(network: Network): void
  /** The wallet ends the connection by itself. */
  leave(): void
  /** The next signature comes from a key the page never saw. */
  signWrongly?(): void
  /** Whether `signature` over `message` is the one of `address`. */
  verify(input: {
    readonly address: Address
    readonly message: string
    readonly signature: string
  }): Promise<boolean> | boolean
  /** The page may connect again without a question; absent where a page cannot give its permission back. */
  readonly isAuthorised?: boolean
  /** How many questions the person has seen so far, those that were approved at once too. */
  readonly questions: number
  /** Listeners the page has left on the wallet. */
  readonly listeners: number
}

/** What not every wallet can do: four optional parts of a `ConformanceWallet`, and choosing an account on the page. */
export type ConformanceAbility =
  | 'switchAccount'
  | 'switchNetwork'
  | 'signWrongly'
  | 'isAuthorised'
  | 'switchAccountOnPage'

/** What a wallet cannot do, with the reason. */
export type ConformanceAbsences = { readonly [ability in ConformanceAbility]?: string }

export interface ConformanceWorld {
  readonly adapter: Adapter
  /** Two networks of the adapter's namespace that the wallet knows; it starts on the first. */
  readonly networks: readonly [Network, Network]
  readonly wallet: ConformanceWallet
  /** What else the kit must know to reach the wallet. */
  readonly options?: Partial<CreateLatchkeyOptions>
  /** For wallets that are reached through what a kit shows, such as a code to scan: called with each kit. */
  follow?(kit: Kit): void
  /** After how long a connection that nobody answers is given up, where it is not the usual time; milliseconds. */
  readonly patience?: number
  close?(): void | Promise<void>
}

export interface ConformanceOptions {
  /** Questions that wait for the suite; all others are approved at once. */
  readonly asks: readonly ConformanceQuestion[]
  /** Something the wallet must not be able to do. */
  readonly lacks?: 'sendCalls'
}

export type CreateConformanceWorld = (options: ConformanceOptions) => Promise<ConformanceWorld>

export interface ConformanceCase {
  readonly title: string
  run(): Promise<void>
}

/**
 * `for (const { title, run } of conformanceCases(create)) test(title, run)`
 *
 * Nothing is left out in silence: a case that needs an ability of `absent` says so in its title, and checks that the
 * wallet really lacks it; an ability that is neither there nor in `absent` fails.
 */
export function conformanceCases(
  create: CreateConformanceWorld,
  absent: ConformanceAbsences = {},
): readonly ConformanceCase[] {
  return cases.map(({ title, options, needs, play }) => {
    const reason = needs && absent[needs]
    return {
      title: reason === undefined ? title : `${title}: not for this wallet, because ${reason}`,
      run: async () => {
        const world = await create({ asks: [], ...options })
        const stage = setStage(world)
        try {
          if (needs) await checkAbility(stage, needs, reason)
          if (reason === undefined) await play(stage)
        } finally {
          stage.kit.destroy()
          await world.close?.()
        }
      },
    }
  })
}

async function checkAbility(
  stage: Stage,
  ability: NonNullable<Case['needs']>,
  reason: string | undefined,
): Promise<void> {
  const has = ability === 'switchAccountOnPage' ? await choosesOnPage(stage) : ability in stage.wallet
  if (has && reason !== undefined) throw new Error(`${ability} is there, and is said to be absent`)
  if (!has && reason === undefined) throw new Error(`${ability} is absent, and nobody says why`)
}

async function choosesOnPage({ kit, wallet: { connectorId } }: Stage): Promise<boolean> {
  const { session } = await kit.connect({ connectorId })
  const canChoose = session.switchAccount !== undefined
  await kit.disconnect()
  return canChoose
}

function setStage(world: ConformanceWorld): Stage {
  // Wallets outside this process live in the present.
  const clock = createFakeClock({ now: Date.now() })
  const storage = createFakeStorage()
  return {
    ...world,
    clock,
    namespace: world.adapter.namespace,
    kit: createKit(world, clock, storage),
    reload: () => createKit(world, clock, storage),
  }
}

function createKit(
  { adapter, networks, options, follow }: ConformanceWorld,
  clock: FakeClock,
  storage: FakeStorage,
): Kit {
  const kit = createLatchkey({
    networks: [...networks],
    adapters: [adapter],
    clock,
    storage,
    logLevel: 'silent',
    isMobile: false,
    ...options,
  })
  follow?.(kit)
  return kit
}
