/** Answers questions of resolver contracts about names of the zone, signed so that the contract believes them (ERC-3668). */
import { seconds } from '@latchkey/spec/limits'
import { encodeAbiParameters, encodePacked, type Hex, keccak256, parseAbiParameters } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { namehash } from 'viem/ens'
import { refuse } from '../../http/refusal.js'
import type { Clock } from '../../ports/clock.js'
import type { Log } from '../../ports/log.js'
import type { NameStore } from '../store.js'
import { isNormal } from '../zone.js'
import { readQuestion } from './question.js'
import { answerCall, UnreadableCall } from './records.js'

export interface CcipAnswers {
  /** What the contract `sender` is to be told about `data`. */
  answer(sender: Hex, data: Hex): Promise<Hex>
}

/** How long an answer is believed. */
const lifetime = seconds(300)

export function createCcipAnswers(input: {
  zone: string
  store: Pick<NameStore, 'find'>
  /** Opened when the first question comes: a gateway whose zone is on no chain needs no key. */
  signer: () => PrivateKeyAccount
  clock: Clock
  log: Log
}): CcipAnswers {
  const { zone, store, clock, log } = input
  let opened: PrivateKeyAccount | undefined

  function signer(): PrivateKeyAccount {
    try {
      opened ??= input.signer()
      return opened
    } catch (err) {
      log.error({ err }, 'names cannot be signed')
      throw refuse('unavailable', 'Names cannot be signed here')
    }
  }

  return {
    async answer(sender, data) {
      const question = readQuestion(data)
      if (!question) throw refuse('name', 'This is no question about a name')
      const { name, call } = question
      if (name !== zone && !name.endsWith(`.${zone}`)) throw refuse('name', `Names end with .${zone} here`)
      if (!isNormal(name)) throw refuse('name', 'This name is not written as names are (ENSIP-15)')
      const result = write(call, namehash(name), await store.find(name))
      const expires = BigInt(Math.floor((clock.now() + lifetime) / 1000))
      const signature = await signer().sign({ hash: digest({ sender, expires, data, result }) })
      return encodeAbiParameters(parseAbiParameters('bytes, uint64, bytes'), [result, expires, signature])
    },
  }
}

function write(...parameters: Parameters<typeof answerCall>): Hex {
  try {
    return answerCall(...parameters)
  } catch (cause) {
    if (cause instanceof UnreadableCall) throw refuse('name', 'The call is not about this name')
    throw cause
  }
}

/** Bound to the contract, the time, the question and the answer (ERC-191, version 0). */
function digest(of: { sender: Hex; expires: bigint; data: Hex; result: Hex }): Hex {
  return keccak256(
    encodePacked(
      ['bytes2', 'address', 'uint64', 'bytes32', 'bytes32'],
      ['0x1900', of.sender, of.expires, keccak256(of.data), keccak256(of.result)],
    ),
  )
}
