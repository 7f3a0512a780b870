/** Public networks whose market contracts are well known. Addresses are facts; each was found under this name in several public sources. */
const usdFeed = (address: string, base: string, hours: number) => ({
  address,
  base,
  heartbeat: hours * 3_600,
})

/** Where a deployment of Uniswap v3 is: the factory, QuoterV2 and SwapRouter02 of its own documentation. */
const uniswapV3 = (factory: string, quoter: string, router: string) => ({
  kind: 'concentrated',
  name: 'Uniswap V3',
  factory,
  quoter,
  router,
})

/** The same on the networks that it began on. */
const firstUniswapV3 = uniswapV3(
  '0x1F98431c8aD98523631AE4a59f267346ea31F984',
  '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
  '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
)

/** The same on every network that ENS itself runs on. */
const universalResolver = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'

export const knownNetworks = {
  'eip155:1': {
    universalResolver,
    wrapped: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    dollars: [
      '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      '0x6B175474E89094C44Da98b954EedeAC495271d0F',
    ],
    feeds: [
      usdFeed('0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419', 'native', 1),
      usdFeed('0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419', 'eth', 1),
      usdFeed('0xF4030086522a5bEEa4988F8cA5B36dbC97BeE88c', 'btc', 1),
      usdFeed('0xb49f677943BC038e9857d61E7d053CaA2C1734C1', 'eur', 24),
      usdFeed('0x5c0Ab2d9b5a7ed9f470386e82BB36A3613cDd4b5', 'gbp', 24),
      usdFeed('0xBcE206caE7f0ec07b545EddE332A47C2F75bbeb3', 'jpy', 24),
      usdFeed('0x77F9710E7d0A19669A13c055F62cd80d313dF022', 'aud', 24),
      usdFeed('0xa34317DB73e77d453b1B8d04550c44D10e981C8e', 'cad', 24),
    ],
    exchanges: [
      {
        name: 'Uniswap V2',
        factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
        router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
      },
      firstUniswapV3,
    ],
  },
  'eip155:10': {
    wrapped: '0x4200000000000000000000000000000000000006',
    dollars: ['0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58'],
    feeds: [usdFeed('0x13e3Ee699D1909E989722E753853AE30b17e08c5', 'native', 1)],
    exchanges: [firstUniswapV3],
  },
  'eip155:56': {
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    wrapped: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
    dollars: ['0x55d398326f99059fF775485246999027B3197955', '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'],
    feeds: [usdFeed('0x0567F2323251f0Aab15c8dFb1967E4e8A7D42aeE', 'native', 1)],
    exchanges: [
      {
        name: 'PancakeSwap V2',
        factory: '0xcA143Ce32Fe78f1f7019d7d551a6402fC5350c73',
        router: '0x10ED43C718714eb63d5aA57B78B54704E256024E',
      },
      uniswapV3(
        '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7',
        '0x78D78E420Da98ad378D7799bE8f4AF69033EB077',
        '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2',
      ),
    ],
  },
  'eip155:137': {
    nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
    wrapped: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
    dollars: ['0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F'],
    feeds: [usdFeed('0xAB594600376Ec9fD91F8e885dADF0CE036862dE0', 'native', 1)],
    exchanges: [firstUniswapV3],
  },
  'eip155:8453': {
    wrapped: '0x4200000000000000000000000000000000000006',
    dollars: ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
    feeds: [usdFeed('0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70', 'native', 1)],
    exchanges: [
      uniswapV3(
        '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
        '0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a',
        '0x2626664c2603336E57B271c5C0b26F421741e481',
      ),
    ],
  },
  'eip155:42161': {
    wrapped: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
    dollars: ['0xaf88d065e77c8cC2239327C5EDb3A432268e5831', '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'],
    feeds: [usdFeed('0x639Fe6ab55C921f74e7fac1ee960C0B6293ba612', 'native', 1)],
    exchanges: [firstUniswapV3],
  },
  'eip155:11155111': { universalResolver },
}
