/** The picture of a wallet of the list: from the app's own gateway, or from where the app itself says. */
import type { DirectoryWallet } from '@latchkey/core/screen'
import { useKit } from '../context.js'
import { WalletImage, type WalletImageProps } from '../parts/WalletImage.js'

interface DirectoryImageProps extends Pick<WalletImageProps, 'size'> {
  readonly wallet: DirectoryWallet
}

export function DirectoryImage({ wallet: { name, image_url, source }, ...more }: DirectoryImageProps) {
  const { gatewayUrl } = useKit().options
  const home = source === 'custom' ? (image_url ?? undefined) : gatewayUrl
  return <WalletImage name={name} icon={image_url ?? undefined} home={home} {...more} />
}
