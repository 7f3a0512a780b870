/** What apps can import; a change here is a change for them. */
import { expect, test } from 'vitest'
import * as ui from './index.js'
import * as languages from './languages/index.js'
import * as react from './react.js'

test('the entry point exports what it did', () => {
  expect(Object.keys(ui).sort()).toEqual(['attachModal', 'defineElements'])
})

test('the React entry point exports what it did', () => {
  expect(Object.keys(react).sort()).toEqual([
    'AccountButton',
    'ConnectButton',
    'CustomButton',
    'LatchkeyButton',
    'LatchkeyProvider',
    'NetworkButton',
    'SignedIn',
    'useAccount',
    'useActivity',
    'useBalance',
    'useBalances',
    'useConnect',
    'useDisconnect',
    'useEmbeddedWallet',
    'useEvents',
    'useKit',
    'useModal',
    'useNames',
    'useNetwork',
    'useNfts',
    'useOnramp',
    'usePay',
    'usePayInModal',
    'useProvider',
    'useSelect',
    'useSend',
    'useSendTransaction',
    'useSignIn',
    'useSignMessage',
    'useSignTransaction',
    'useSignTypedData',
    'useSwap',
    'useSwitchAccount',
    'useSwitchNetwork',
    'useTheme',
    'useTransactions',
    'useWallet',
  ])
})

test('the entry point of languages exports what it did', () => {
  expect(Object.keys(languages).sort()).toEqual([
    'arabic',
    'chinese',
    'chooseLanguage',
    'french',
    'german',
    'hebrew',
    'hindi',
    'indonesian',
    'italian',
    'japanese',
    'korean',
    'portuguese',
    'pseudo',
    'russian',
    'spanish',
    'turkish',
    'ukrainian',
    'vietnamese',
  ])
})
