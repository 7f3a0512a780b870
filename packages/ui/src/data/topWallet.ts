/** An entry of the copy inside the widget: a listing without what only a gateway can say of it. */
import type { DirectoryWallet } from '@latchkey/core/screen'

/** Left out where there is nothing to say; they would weigh more than they tell. */
type Rare = 'desktop_universal' | 'browse_link' | 'edge_store' | 'supports_wc'

export interface TopWallet
  extends Omit<DirectoryWallet, 'image_id' | 'image_url' | 'badge_type' | 'source' | Rare>,
    Partial<Pick<DirectoryWallet, Rare>> {
  readonly slug: string
}
