/** Pictures of currencies: the sign of each on a coloured disc, drawn by us from shapes, so that no flag and no font is needed. */
import { svgPicture } from './images.mjs'

const line = (/** @type {string} */ d) =>
  `<path d="${d}" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/>`

/** Strokes of each sign in a box of 40. */
const dollar = line(
  'M20 9v22M25.5 14.5c-1-2-3-3-5.500-3-3.300 0-5.700 1.600-5.700 4.200 0 6 11.600 3 11.600 9 0 2.700-2.600 4.300-5.900 4.300-2.700 0-5-1.100-6-3.200',
)
const yen = line('M13 10l7 9 7-9M20 19v12M14 21.500h12M14 26h12')
const pound = line(
  'M26 14c-1-2.500-3-4-5.500-4-3.500 0-5.500 2.500-5.500 6 0 4 2 6 2 9 0 2.500-1 4.500-3 5h13M13 20.500h10',
)
const euro = line(
  'M27 12.500c-1.500-1.600-3.600-2.500-6-2.500-5 0-8 4.500-8 10s3 10 8 10c2.400 0 4.500-.900 6-2.500M10.500 18h12M10.500 22.500h11',
)
const rupee = line('M13 10h14M13 15h14M13 10h4c7 0 7 10 0 10h-4l10 11')
const franc = line('M16 31V10h11M16 19h9M12.500 26h8')
const won = line('M11 11l4 18 5-18 5 18 4-18M10 18h20M10 22h20')
const lira = line('M17 9v20c6 0 10-3 10-8M12.500 19l10-5M12.500 24l10-5')
const real = dollar
const bitcoin = line(
  'M15 11h7c6 0 6 8.500 0 8.500h-7M15 19.500h8c6 0 6 9.500 0 9.500h-8M15 11v18M18 8v3M22 8v3M18 29v3M22 29v3',
)
const ether = line('M20 8l-8 12.500 8 4.500 8-4.500zM12 23.500l8 9 8-9')
const generic = line('M20 10a10 10 0 1 0 .01 0M14 14l-3-3M26 14l3-3M14 26l-3 3M26 26l3 3')

/** @type {Record<string, [colour: string, sign: string]>} */
const currencies = {
  USD: ['#2e7d4f', dollar],
  EUR: ['#2450a6', euro],
  GBP: ['#5b3a8e', pound],
  AUD: ['#1f6f8b', dollar],
  CAD: ['#b0413e', dollar],
  NZD: ['#27496d', dollar],
  SGD: ['#a63d57', dollar],
  HKD: ['#b3563f', dollar],
  MXN: ['#3c7a57', dollar],
  BRL: ['#3a7d44', real],
  INR: ['#b5651d', rupee],
  JPY: ['#a8324a', yen],
  CNY: ['#b03a2e', yen],
  KRW: ['#34568b', won],
  CHF: ['#a93226', franc],
  TRY: ['#a33b3b', lira],
  BTC: ['#c7771a', bitcoin],
  ETH: ['#5a64b8', ether],
  SEK: ['#2a6f97', generic],
  NOK: ['#7a3b5d', generic],
  DKK: ['#8b3a4a', generic],
  PLN: ['#9c3d54', generic],
  ZAR: ['#2f6f5e', generic],
}

/** @returns {[string, import('./images.mjs').Picture][]} */
export function drawCurrencies() {
  return Object.entries(currencies).map(([code, [colour, sign]]) => {
    const picture = svgPicture(
      `<svg viewBox="0 0 40 40" width="40" height="40"><rect width="40" height="40" fill="${colour}"/>${sign}</svg>`,
    )
    if (!picture) throw new Error(`The picture of ${code} cannot be drawn`)
    return [code, picture]
  })
}
