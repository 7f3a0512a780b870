/** Carries out what was approved: one release, one signature, one broadcast, and a note of what became of it. */
import type { WalletAnswerOf } from '@latchkey/spec/walletApi'
import { isRefusal } from '../../api/walletRefusal.js'
import type { KeptShare } from '../../device/deviceStore.js'
import type { Daily } from '../../worker/openSecret.js'
import type { PasskeyPins } from '../../worker/passkeyProof.js'
import type { KeyWorker } from '../../worker/runWork.js'
import type { Signed } from '../../worker/signApproved.js'
import type { FrameContext } from '../context.js'
import { chainNumberOf } from '../network.js'
import type { LastMoment, Outcome, Prepared } from './prepared.js'
import type { OpenRequest } from './requests.js'
import { RpcFailure, rejected } from './rpcFailure.js'
import { operationHash } from './sendOperation.js'

interface Approved {
  readonly approvalId: string
  readonly prepared: Prepared
  readonly request: OpenRequest
}

export async function carryOut(
  context: FrameContext,
  { approvalId, prepared, request }: Approved,
): Promise<unknown> {
  const { account, startWorker, origin } = context
  const { text, digest } = prepared.frozen
  const [last, { marks }, share, worker] = await Promise.all([
    prepared.atLast(),
    account.wallet(),
    account.share(),
    startWorker(),
  ])
  let noted: Promise<boolean> | undefined
  let outcome: Outcome
  try {
    if (!share) throw new RangeError('This device has no share of the wallet')
    const { s, epoch, proof } = await release(context, { approvalId, digest, request }, worker.publicKey)
    const daily = { d: share.d, s, deviceId: share.deviceId, epoch, marks: [marks, share.marks] } as const
    const pins = await pinsOf(context, worker, { share, daily, digest })
    const signed = await worker.run('signWork', daily, {
      approvalId,
      payload: text,
      digest,
      proof,
      pins,
      rpId: new URL(origin).hostname,
      origin,
      ...last,
    })
    // Before anything leaves: from here on its bytes may be on the network, whatever the answers say.
    noted = note(context, approvalId, { state: 'signed', ...referenceOf(signed, last, prepared) })
    outcome = await prepared.finish(signed, last)
  } catch (error) {
    void noteFailure(context, approvalId, error, noted)
    throw error
  } finally {
    worker.end()
  }
  const { state, reference, result, later } = outcome
  const told = { state, ...(reference === undefined ? {} : { reference }) }
  if (state !== 'signed') void noted.then(() => note(context, approvalId, told))
  return later ? later() : result
}

/** By which the network, or the bundler, will know it. */
function referenceOf(signed: Signed, { smartAccount }: LastMoment, { frozen }: Prepared) {
  if (signed.kind === 'transaction') return { reference: signed.hash }
  const operation = smartAccount?.operation
  return operation ? { reference: operationHash(operation, chainNumberOf(frozen.payload.chainId)) } : {}
}

/** What was signed counts as spent: a failure is told only to a server that knows of the signature. */
async function noteFailure(
  context: FrameContext,
  approvalId: string,
  error: unknown,
  noted: Promise<boolean> = Promise.resolve(true),
): Promise<void> {
  if (await noted) await note(context, approvalId, { state: 'failed', reason: reasonOf(error) })
}

/** A device that lost its list seals the one it was given, once. */
async function pinsOf(
  { store }: FrameContext,
  worker: KeyWorker,
  { share, daily, digest }: { readonly share: KeptShare; readonly daily: Daily; readonly digest: string },
): Promise<PasskeyPins> {
  if (share.pins.seal !== '') return share.pins
  const bond = { purpose: 'release', bound: digest } as const
  const pins = await worker.run('pinPasskeys', daily, share.pins.passkeys, bond)
  await store.keepShare({ ...share, pins })
  return pins
}

type Release = WalletAnswerOf<'keyRelease'>

/** Until here the page could take it back; from here it runs to its end, and is never answered as refused (I13). */
async function release(
  { api }: FrameContext,
  { approvalId, digest, request }: Pick<Approved, 'approvalId' | 'request'> & { readonly digest: string },
  hpkePub: string,
): Promise<Release> {
  if (!request.begin()) throw rejected()
  try {
    return await api.call('keyRelease', { body: { approvalId, digest, hpkePub } })
  } catch (error) {
    // Taken back on the server before the share left it: nothing was signed, nothing will be.
    throw isRefusal(error, 'NOT_APPROVED') ? rejected() : error
  }
}

/** The answer does not wait for it; a note that is lost is found by the hash or runs out. False where it was. */
function note(
  { api }: FrameContext,
  id: string,
  body: { state: 'signed' | 'broadcast' | 'failed'; reference?: string; reason?: string },
): Promise<boolean> {
  return api.call('approvalResult', { params: { id }, body }).then(
    () => true,
    () => false,
  )
}

/** Our own words only. */
function reasonOf(error: unknown): string {
  if (error instanceof RpcFailure) return `${error.code} ${error.message}`.slice(0, 256)
  return isRefusal(error) ? error.code : 'The wallet could not do this'
}
