/** The button of the gallery's header. */
import { CustomButton } from 'latchkey/react'

export function WalletButton() {
  return (
    <CustomButton>
      {({ address, isSupported, network, open, openNetworks }) => {
        if (!address)
          return (
            <button type="button" onClick={open}>
              Log in
            </button>
          )
        if (!isSupported)
          return (
            <button type="button" onClick={openNetworks}>
              Wrong network
            </button>
          )
        return (
          <>
            <button type="button" onClick={openNetworks}>
              {network?.name}
            </button>
            <button type="button" onClick={open}>
              {`${address.slice(0, 6)}…${address.slice(-4)}`}
            </button>
          </>
        )
      }}
    </CustomButton>
  )
}
