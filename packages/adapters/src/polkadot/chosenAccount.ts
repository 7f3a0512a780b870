/** The account that somebody chose on the page. Extensions have no chosen one, so the page remembers it over a reload. */
import type { AdapterContext } from '@latchkey/core'
import { bytesToHex } from '@noble/hashes/utils.js'

export interface AccountMemory {
  isChosen(id: Uint8Array): boolean
  choose(id: Uint8Array): void
  forget(): void
}

/** By the account itself, whatever network it is written for. */
export function rememberedAccount(storage: AdapterContext['storage'], wallet: string): AccountMemory {
  const key = `polkadotAccount.${wallet}`
  let chosen = storage.get(key) ?? undefined
  return {
    isChosen: (id) => bytesToHex(id) === chosen,
    choose(id) {
      chosen = bytesToHex(id)
      storage.set(key, chosen)
    },
    forget() {
      chosen = undefined
      storage.remove(key)
    },
  }
}
