/** Reads which key service is configured, and opens it. */
import { join } from 'node:path'
import * as v from 'valibot'
import type { Clock } from '../../ports/clock.js'
import type { Outbound } from '../../ports/outbound.js'
import { awsCredentials, createAwsKms } from './awsKms.js'
import { createGcpKms } from './gcpKms.js'
import { ensureKeyFile } from './keyFile.js'
import type { Kms } from './kms.js'
import { createLocalFileKms } from './localFile.js'
import { readSecretFile } from './secretFile.js'
import { createVaultTransit } from './vaultTransit.js'

const path = v.pipe(v.string(), v.startsWith('/', 'Expected an absolute path'), v.maxLength(1024))
const url = v.pipe(v.string(), v.url(), v.regex(/^https?:/, 'Expected a web address'))

const kmsSetting = v.variant('kind', [
  v.strictObject({ kind: v.literal('file'), path }),
  v.strictObject({
    kind: v.literal('aws'),
    region: v.pipe(v.string(), v.regex(/^[a-z0-9-]{3,32}$/)),
    keyId: v.pipe(v.string(), v.minLength(1), v.maxLength(2048)),
    credentialsFile: path,
    endpoint: v.optional(url),
  }),
  v.strictObject({
    kind: v.literal('gcp'),
    keyName: v.pipe(
      v.string(),
      v.regex(/^projects\/[^/]+\/locations\/[^/]+\/keyRings\/[^/]+\/cryptoKeys\/[^/]+$/),
    ),
    tokenFile: path,
    endpoint: v.optional(url),
  }),
  v.strictObject({
    kind: v.literal('vault'),
    url,
    keyName: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
    tokenFile: path,
  }),
])
export type KmsSetting = v.InferOutput<typeof kmsSetting>

/** A key itself is refused: whoever can read the environment of a process must not be able to read keys. */
export function readKmsSetting(text: string): KmsSetting {
  if (text.startsWith('/')) return { kind: 'file', path: text }
  const read = text.startsWith('{') ? v.safeParse(kmsSetting, JSON.parse(text)) : undefined
  if (!read?.success)
    throw new TypeError(
      'is neither the path of a key file nor the description of a key service; a key does not belong here',
    )
  return read.output
}

export interface OpenKmsInput {
  readonly setting: KmsSetting | undefined
  readonly data: string
  /** The local world makes its key by itself; elsewhere an operator does, knowingly. */
  readonly isLocal: boolean
  readonly outbound: Outbound
  readonly clock: Clock
}

export const defaultKeyFile = (data: string) => join(data, 'wallet-kms.key')

export function openKms({ setting, data, isLocal, outbound, clock }: OpenKmsInput): Kms {
  if (setting === undefined) {
    const file = defaultKeyFile(data)
    if (isLocal) ensureKeyFile(file)
    return createLocalFileKms({ path: file })
  }
  switch (setting.kind) {
    case 'file':
      return createLocalFileKms(setting)
    case 'aws':
      return createAwsKms({
        ...setting,
        credentials: () => v.parse(awsCredentials, JSON.parse(readSecretFile(setting.credentialsFile))),
        outbound,
        clock,
      })
    case 'gcp':
      return createGcpKms({ ...setting, token: () => readSecretFile(setting.tokenFile), outbound })
    case 'vault':
      return createVaultTransit({ ...setting, token: () => readSecretFile(setting.tokenFile), outbound })
  }
}
