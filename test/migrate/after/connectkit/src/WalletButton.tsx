/** The button of the club's header. */
import { CustomButton } from 'latchkey/react'

export const WalletButton = () => (
  <CustomButton>
    {({ address, status, isSupported, open }) => (
      <button type="button" disabled={status === 'connecting'} onClick={open}>
        {address ? (isSupported ? `${address.slice(0, 6)}…${address.slice(-4)}` : 'Wrong network') : 'Log in'}
      </button>
    )}
  </CustomButton>
)
