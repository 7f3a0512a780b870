/** An entry of the copy inside the widget: a listing without what only a gateway can say of it. */
import type { DirectoryWallet } from '@latchkey/core/screen'

export interface TopWallet extends Omit<DirectoryWallet, 'image_id' | 'image_url' | 'badge_type' | 'source'> {
  readonly slug: string
}
