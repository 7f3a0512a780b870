/** Every state machine of the product as a table of edges, and the question whether a move is allowed (S4). */
export { defaultAccountTypes } from './options.js'
export { isPairingExpired, pairingExpiry } from './pairing.js'

interface Machine {
  readonly rule: string
  readonly initial: string
  /** From each state, the states one step away. Staying is not a move. */
  readonly edges: Readonly<Record<string, readonly string[]>>
}

export const machines = {
  /** One per namespace. A new connection may start from any state: choosing another wallet is always possible. */
  connection: {
    rule: 'S4-01',
    initial: 'disconnected',
    edges: {
      disconnected: ['connecting', 'reconnecting'],
      connecting: ['connected', 'disconnected', 'reconnecting'],
      reconnecting: ['connected', 'disconnected', 'connecting'],
      connected: ['disconnected', 'connecting', 'reconnecting'],
    },
  },
  /** S4-11: pause and continue are a flag beside a pending mutation, not a status. */
  mutation: {
    rule: 'S4-11',
    initial: 'idle',
    edges: {
      idle: ['pending'],
      pending: ['success', 'error', 'idle'],
      success: ['pending', 'idle'],
      error: ['pending', 'idle'],
    },
  },
  /** S4-10: a replacement passes through `replacing`, where nothing is shown for 150 ms. */
  toast: {
    rule: 'S4-10',
    initial: 'closed',
    edges: {
      closed: ['open'],
      open: ['closed', 'replacing'],
      replacing: ['open', 'closed'],
    },
  },
  /** S4-12: the answer to connect-email names the next step, so steps may be left out but never taken back. */
  emailLogin: {
    rule: 'S4-12',
    initial: 'CONNECT_EMAIL',
    edges: {
      CONNECT_EMAIL: ['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT'],
      VERIFY_DEVICE: ['VERIFY_OTP', 'CONNECT', 'CONNECT_EMAIL'],
      VERIFY_OTP: ['CONNECT', 'CONNECT_EMAIL'],
      CONNECT: [],
    },
  },
  emailUpdate: {
    rule: 'S4-12',
    initial: 'UPDATE_EMAIL',
    edges: {
      UPDATE_EMAIL: ['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP'],
      VERIFY_PRIMARY_OTP: ['VERIFY_SECONDARY_OTP', 'UPDATE_EMAIL'],
      VERIFY_SECONDARY_OTP: ['UPDATED', 'UPDATE_EMAIL'],
      UPDATED: [],
    },
  },
  frame: {
    rule: 'S4-13',
    initial: 'absent',
    edges: {
      absent: ['loading'],
      loading: ['ready', 'failed', 'absent'],
      ready: ['loading', 'absent'],
      failed: ['loading', 'absent'],
    },
  },
  /** S4-14 to S4-17 */
  signIn: {
    rule: 'S4-14',
    initial: 'idle',
    edges: {
      idle: ['asking'],
      asking: ['signing', 'cancelled'],
      signing: ['signed', 'failed', 'cancelled'],
      failed: ['asking', 'cancelled'],
      signed: ['idle'],
      cancelled: ['idle'],
    },
  },
  history: {
    rule: 'S4-18',
    initial: 'idle',
    edges: {
      idle: ['loading'],
      loading: ['loaded', 'empty', 'failed'],
      loaded: ['loading', 'idle'],
      empty: ['loading', 'idle'],
      failed: ['loading', 'idle'],
    },
  },
  send: {
    rule: 'S4-20',
    initial: 'editing',
    edges: {
      editing: ['initiated'],
      initiated: ['submitted', 'editing'],
      submitted: ['succeeded', 'editing'],
      succeeded: ['editing'],
    },
  },
  /** S4-21: the states are the views a person sees. */
  nameRegistration: {
    rule: 'S4-21',
    initial: 'RegisterAccountName',
    edges: {
      RegisterAccountName: ['signing'],
      signing: ['registering', 'RegisterAccountName'],
      registering: ['RegisterAccountNameSuccess', 'RegisterAccountName'],
      RegisterAccountNameSuccess: [],
    },
  },
  /** S4-09: a pairing renews itself before it expires (D-10). */
  pairing: {
    rule: 'S4-09',
    initial: 'none',
    edges: {
      none: ['waiting'],
      waiting: ['settled', 'expired', 'none', 'waiting'],
      expired: ['waiting', 'none'],
      settled: ['none'],
    },
  },
} as const satisfies Record<string, Machine>

export type MachineName = keyof typeof machines
export type StateOf<M extends MachineName> = keyof (typeof machines)[M]['edges'] & string

export function canMove<M extends MachineName>(machine: M, from: StateOf<M>, to: StateOf<M>): boolean {
  const { edges }: Machine = machines[machine]
  return edges[from]?.includes(to) ?? false
}

/** The states of a machine, in the order of its table. */
export function statesOf<M extends MachineName>(machine: M): readonly StateOf<M>[] {
  // Object.keys widens to string[]; the table is a constant, so its keys are exactly the states.
  return Object.keys(machines[machine].edges) as StateOf<M>[]
}

/** S4-01 */
export type ConnectionStatus = StateOf<'connection'>
export const connectionStatuses = [
  'disconnected',
  'connecting',
  'reconnecting',
  'connected',
] as const satisfies readonly ConnectionStatus[]

/** S4-02: a stored `connected` is not yet true; it is shown as connecting until the session is restored. */
export function statusOnStart(stored: ConnectionStatus | undefined): ConnectionStatus {
  return stored === 'connected' ? 'connecting' : 'disconnected'
}

/** S4-04 */
export const connectionMethods = ['relay', 'auth', 'adapter'] as const
export type ConnectionMethod = (typeof connectionMethods)[number]

/** S4-11 */
export type MutationStatus = StateOf<'mutation'>

/** S4-10 */
export const toastVariants = ['success', 'error', 'loading'] as const
export type ToastVariant = (typeof toastVariants)[number]

/** S4-12: what a successful connect-email can ask for next. */
export const connectEmailActions = ['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT'] as const
export type ConnectEmailAction = (typeof connectEmailActions)[number]
export const updateEmailActions = ['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP'] as const
export type UpdateEmailAction = (typeof updateEmailActions)[number]

/** S4-14 */
export function asksForSignIn(state: {
  readonly signInEnabled: boolean
  readonly hasAddress: boolean
  readonly hasSession: boolean
}): boolean {
  return state.signInEnabled && state.hasAddress && !state.hasSession
}

/** S4-17: both ways lead to the Connect view. */
export function signInCancelEffect(signInRequired: boolean): 'disconnect' | 'close' {
  return signInRequired ? 'disconnect' : 'close'
}
