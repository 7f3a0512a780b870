/** The key above all keys in a file of this machine: no service needed, and a copy of the database alone opens nothing. */
import { openBytes, sealBytes } from './aead.js'
import { readKeyFile } from './keyFile.js'
import { type Kms, KmsError, splitWrapped } from './kms.js'

export function createLocalFileKms({ path }: { path: string }): Kms {
  const keys = readKeyFile(path)
  // The reader refuses a file without a key.
  const newest = keys[0] as (typeof keys)[number]
  return {
    kind: 'file',
    currentKid: () => newest.kid,
    async wrap(plain, context) {
      return `${newest.kid}.${sealBytes(newest.key, plain, context)}`
    },
    async unwrap(wrapped, context) {
      const { kid, text } = splitWrapped(wrapped)
      const known = keys.find((each) => each.kid === kid)
      if (!known) throw new KmsError('refused', `The key ${kid} is not in the key file`)
      try {
        return openBytes(known.key, text, context)
      } catch (cause) {
        throw new KmsError('broken', 'The secret does not open under its key', { cause })
      }
    },
  }
}
