/** What the wire calls the native coin. */
import { asAddress } from '@latchkey/spec/caip'

export const nativeAddress = asAddress(`0x${'e'.repeat(40)}`)
