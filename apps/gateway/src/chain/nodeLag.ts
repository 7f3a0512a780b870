/** How long a node may lag behind another before it is believed what it does not know: that a block is gone, a nonce free. */
import { minutes } from '@latchkey/spec/limits'

export const nodeLag = minutes(2)
