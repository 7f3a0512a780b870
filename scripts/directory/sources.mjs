/** Where the directory's data comes from: npm packages by exact version and content, each under a permissive licence. */

/**
 * @typedef {object} Source
 * @property {string} name npm name
 * @property {string} version
 * @property {string} integrity of the package file, as the registry states it
 * @property {string} licence
 * @property {string} gives what is taken from it
 */

/** Sources by the key that provenance names them with. */
export const sources = /** @type {const} @satisfies {Record<string, Source>} */ ({
  thirdweb: {
    name: 'thirdweb',
    version: '5.121.6',
    integrity:
      'sha512-tZuYoxazy8GJz59IX/NhpQ5u+DzC/vo9/3ZgqxY9pZPDlnH0QZY8oJOX2m7L2DmtzTCqa5YWD+x9Xj18EQDiyw==',
    licence: 'Apache-2.0',
    gives:
      'wallets: names, homepages, links, stores, rdns, icons. Itself generated from a public wallet explorer.',
  },
  rainbowkit: {
    name: '@rainbow-me/rainbowkit',
    version: '2.2.11',
    integrity:
      'sha512-FHPsRHMBpuHHhuyKktAR13O9agmsUUunDnVEP4hG1dSZ2JojXLUSWyLG28VbGIJakHYylkNguiLFnqM/BM8ERA==',
    licence: 'MIT',
    gives: 'wallets: rdns, stores, app schemes, injected flags, icons',
  },
  dynamic: {
    name: '@dynamic-labs/wallet-book',
    version: '5.8.1',
    integrity:
      'sha512-RZi0Yn/2PbKLG8GzLDnyHEtnddwGS5TeyixhQUateLxfSvRmFXIogC1+aeGE/ea3raPODaQP/beIctIEHpFLoQ==',
    licence: 'MIT',
    gives: 'wallets: how each is found in a page, networks, store ids',
  },
  onboard: {
    name: '@web3-onboard/injected-wallets',
    version: '2.11.3',
    integrity:
      'sha512-DSfcJRwe7KgXHSosXSz8QUMpoSTd6ltrb3qb8xhDjwLdpYlSlcmhaH5blP/gvNeB38imiJ9xCQpnI5tpaLKneQ==',
    licence: 'MIT',
    gives: 'wallets: injected flags, homepages, icons',
  },
  sats: {
    name: '@sats-connect/core',
    version: '0.16.0',
    integrity:
      'sha512-C7LTcrmlj+90/FfHPBAu7kChWn3eDuUmkBz0CxHFd5s+rgIwNzxcsVzgaeLxRRwwHO5zSuxgclkcRkQL3s3x/g==',
    licence: 'ISC',
    gives: 'Bitcoin wallets: provider ids, stores, icons',
  },
  appkit: {
    name: '@reown/appkit-utils',
    version: '1.7.8',
    integrity:
      'sha512-8X7UvmE8GiaoitCwNoB86pttHgQtzy4ryHZM9kQpvjQ0ULpiER44t1qpVLXNM4X35O0v18W0Dk60DnYRMH2WRw==',
    licence: 'Apache-2.0',
    gives: 'the ids under which clients of this wire ask for wallets and for the images of networks',
  },
  appkitButtons: {
    name: '@reown/appkit-wallet-button',
    version: '1.7.8',
    integrity:
      'sha512-9LEKWSmW2v6xC0jKCYrLy3XtDxYDKnguFxgvsi1lrGxVEFCG0uBxMCfFl5Gbim7wzAaTkHdn2D7po5mk2hU4nw==',
    licence: 'Apache-2.0',
    gives: 'more of the ids under which clients of this wire ask for wallets',
  },
  web3iconsNames: {
    name: '@web3icons/common',
    version: '0.11.51',
    integrity:
      'sha512-ZXaTW/P6ReLHmkYQcxP8OcPoUrSmgPlsFKVboiG/cVSIkz0mHNP1tIFhf9zPOQaQm20yqTc+uuNuXb2ywHzI1A==',
    licence: 'MIT',
    gives: 'which picture belongs to which network and token',
  },
  web3icons: {
    name: '@web3icons/core',
    version: '4.0.56',
    integrity:
      'sha512-jyLkrMdfn6RTZ0+61Ap1AS2yeSG6WZ8mxZ61S3lu/CC0rJb4fgr2jw3W8aCDxhakEm/xqaEZqUmlZiTxCCs4yw==',
    licence: 'MIT',
    gives: 'pictures of networks and tokens',
  },
  viem: {
    name: 'viem',
    version: '2.57.1',
    /** Installed: its content is held by the lockfile. */
    integrity: 'lockfile',
    licence: 'MIT',
    gives: 'eip155 networks: names, currencies, explorers',
  },
  ledger: {
    name: '@ledgerhq/cryptoassets',
    version: '13.14.1',
    integrity:
      'sha512-BC47UZfndLHH4MuoHwXh/n87G/uAuKZ6F3+pSzFRd+9EOqOd3mVvlhURmtBadR90ejN54G7C7susdty7fklH/g==',
    licence: 'Apache-2.0',
    gives: 'tokens: names, symbols, decimals',
  },
  inter: {
    name: '@fontsource-variable/inter',
    version: '5.3.0',
    integrity:
      'sha512-OupL48va4JNofb97w6NYeF9S7W/kHNKM0Er8Dem5nqi4jeOLrVJDoE8tZEpnMJmtkvNbB1EIPPwHcdkF6b1oUA==',
    licence: 'OFL-1.1',
    gives: 'the font of the widget',
  },
})

/** @typedef {keyof typeof sources} SourceKey */

/** Adapters of Solana wallets, one package each; all Apache-2.0, and all give a name, a homepage and an icon. */
export const solanaAdapters = {
  alpha: {
    version: '0.1.15',
    integrity:
      'sha512-WpjIGr4mI/vw5K06lv+uAmE62cXc2jvyGm+5epmYD0OmPYk0IcIb0Hy9JHZnQyI3NHdHqXKxzQ8YaUfVTZTRig==',
  },
  avana: {
    version: '0.1.18',
    integrity:
      'sha512-yV54yn33oBj1XB77IdXbTYhUceNvKxpknYeKZxyXSUCgVMsxh5hjWuLQ4Pwd07xgjuVUrnDtMWpGXgEAbGCKkA==',
  },
  bitkeep: {
    version: '0.3.25',
    integrity:
      'sha512-1prW475sXWiNwlXvmzNg2DPXXdZ6YrX6S8qbT5+SYn09rSPjqwkuNxMPKTnKWwnQOn0i+bekY/o0rn0yQW/38w==',
  },
  bitpie: {
    version: '0.5.23',
    integrity:
      'sha512-TPoZjjcKRsD8nfkGyPCxXr2LIVN08682LAi1BkQbwuDnlQna2LYj4LSm/72qYChxbi6CxpDLx3LS/L2JBd6E5Q==',
  },
  clover: {
    version: '0.4.24',
    integrity:
      'sha512-kwbwY/G1BPCduXxMzWs0Mq2KYspx2EC3B4SVotC+Q7APPe5KeLcUidOOUxN/tzIpdG+5r9d3dXm6JEA96atlcg==',
  },
  coin98: {
    version: '0.5.25',
    integrity:
      'sha512-Kmogqzz6/YDZdaI3LJ3VwNZBt9TKkjb0ODb1mVRC9EVmKfaI49v4l/FLfY5pG1F+2rD9DySrnyxrug7MWlxPDg==',
  },
  coinbase: {
    version: '0.1.24',
    integrity:
      'sha512-XZfAXVzw25nka8bg6mAasAtyEXw2y+TEkOBIOs2Z+QprCzZOqmac2rsohV1mE0EZL3f2sCv/qDbWlG/fyqiPXw==',
  },
  coinhub: {
    version: '0.3.23',
    integrity:
      'sha512-1agVjLYeBUSJfMaOqjyfl0DUrUUV0rYPLPY8gDeyDdYXX17uJPHmasTy4dDqIrR9OAxDTSHdufqZyqKpe/V74w==',
  },
  fractal: {
    version: '0.1.13',
    integrity:
      'sha512-eXe1iRtnMZarjrCPY4r0rvufeQz3r743D0s/zzvSPshAWOXV74AsLhlg9V4L0hf07Tw2iG6y4PohUMJB38QBiQ==',
  },
  huobi: {
    version: '0.1.20',
    integrity:
      'sha512-tTwz5+T9Jhvowt9pGjk5ERE/RHrAFAJSHOkXCclW5IaB5B7fP1TConZkSSluBt7zje2Ygpz8Tl9pQE2aRgEguQ==',
  },
  hyperpay: {
    version: '0.1.19',
    integrity:
      'sha512-0/8VGfsOHLKIPvOzyoZDsvsNYkNbEh1AVM8WdaIF9sQYwCy7qA0k+vTKJL9XS1SHFl/1lO3Cy/WkK9GCILjprA==',
  },
  keystone: {
    version: '0.1.20',
    integrity:
      'sha512-Cc2ZHE3sIVR0sqJMW0fofhOIiC9CZcGrGIumst8WiFj/RqmYKxVZXugWtfPxSAoIPVPIgWeQtegLK1EK5uR/mA==',
  },
  krystal: {
    version: '0.1.17',
    integrity:
      'sha512-tuz0DLe9fOQM1/MPJcgtJ1aS1GDdXdX8GYQSq2P41dke1WvsV9h5uqxoZ3/marf2lL9F7CSithr3CSD5eBHIRA==',
  },
  ledger: {
    version: '0.9.30',
    integrity:
      'sha512-FGVah0kQBe0aRMY26BrENA8rej9eUUw+L2UT6qGZYUmEGDSvcrpiEk1nP66g+qL+sqVs9zbv7zJ4LIF2oiG9hg==',
  },
  mathwallet: {
    version: '0.9.23',
    integrity:
      'sha512-M7C12r8VAc+hJ++rWVslDrLmXrcDlBYo2kXZf2Cj0ID0UW61onTLiakIkLYJMbl17bJ+Xq11n1EDzrp9XVCe3A==',
  },
  neko: {
    version: '0.2.17',
    integrity:
      'sha512-SSaZXxhAYg9b1ypx9W3xBWgn6Pci3+4Niv4xiD2neixKcUkq9F/dEsHiX9SJvCudT/th/1b1tug4VLzq0bvZ+Q==',
  },
  nightly: {
    version: '0.1.21',
    integrity:
      'sha512-XEnFzYfQYo+YkvO0l/xuV4YIY5M1JEIqz3wJ7hFdpDSPDTkDT29HL5YcaJq5d+XJeJpKYSQOk++5zoisTYefiQ==',
  },
  nufi: {
    version: '0.1.22',
    integrity:
      'sha512-T0hoOUGUtkwrmcDLdd/aBRHVPIcOvaz2R/v1JR1zDbTg7tpoB76harUpUC0DN9rQRM10BZCFgE/YItq0h/O1XA==',
  },
  onto: {
    version: '0.1.12',
    integrity:
      'sha512-w4dr99PGhPI6dNbo/G5t04Oc8iRXe/Bhmxx3gKMNjZdaT6LmjHBug8lQ6x3xnFPm90SnA4RLqzta+idIJsEZ8g==',
  },
  particle: {
    version: '0.1.17',
    integrity:
      'sha512-Mx+rbfgPsam7ETaJMdqhrYyuij3TDDFNnRoJOFsAwhYpz81FAwWfY8B2Uakws8H8bIRvXjgyd1cXFzK/ZtDVSg==',
  },
  phantom: {
    version: '0.9.30',
    integrity:
      'sha512-EZlliQ0EchqsGZ4P2xbP3Zn1/YuqSvi8mCueXhVIYRcu15xSGt/JhvYaIGXtVlyQBwCMoTaSyXdMJhtrMFSgRQ==',
  },
  safepal: {
    version: '0.5.23',
    integrity:
      'sha512-jhUHCEUdEIYymLiZWhW0/O6MMFTJ8RAr4XQk2R3iZxZNff5G6EvsMlVqMSVD46pbBjuQSRzzVa94XVMIch6j5g==',
  },
  saifu: {
    version: '0.1.20',
    integrity:
      'sha512-OzoBp4HnngpZl0+HsXx77pjRa8HsB3qdJxmdkFRoUJz0zjxstWHqpEmdQQ3Iz7m2QkRi5gK+9alFUE3dpTswHw==',
  },
  salmon: {
    version: '0.1.19',
    integrity:
      'sha512-KMJ+MQLB8PvPFhUmcdYeY+KcR0aiyemiGE7HoFhTLyo9fLeX5AQKrbFpZ+YDUWu26JUz0WJhoUkHUEEYUWDw+A==',
  },
  sky: {
    version: '0.1.20',
    integrity:
      'sha512-ZEDpQt519miJ7JXF254CsOlhViWEJ/apykzpnvCrXOydw/+5Eiey7DT72sEhdxA8u80EnfKmsrVQ86NI4bry5w==',
  },
  solflare: {
    version: '0.6.34',
    integrity:
      'sha512-tlbdn8ScgIqVswBDTihtIj8K5GLWtgmotWeu1GpAIfu4PtCq6DGnVYDAgP8V6XKX9x1rkm3DT52PddqaGxc8Nw==',
  },
  solong: {
    version: '0.9.23',
    integrity:
      'sha512-ogsEHd1/n5veh8H1mm2e12DKAyc/leiWiOZP1sXA+GyRzUtIRGdyyompF02MdmeOWA0nbmjJzyFKp23paBX7/Q==',
  },
  spot: {
    version: '0.1.20',
    integrity:
      'sha512-M6/+hjBLWJM+0xPa3V0hrxcd6oYLDzfzlmhsAIWziGpD4xqV6yrJZ/k1lHH2bE3AtAkt3IiHTrPtNJVVxFznmw==',
  },
  tokenary: {
    version: '0.1.17',
    integrity:
      'sha512-j3pfoHvaRg7j+psNnQQwbb2OcP3d7Fxj57qmxso5BwES1epUb3RZu2Ebs6xTo8itsOWOyVa0NSnc6olf1Kv3Gw==',
  },
  tokenpocket: {
    version: '0.4.24',
    integrity:
      'sha512-k0lVnbfxh+mrL29esxDSCPN6lbKlK8PFxPR6DexiD/fTFMZMK7quW3dR0spVYcLj049URq1jvjuUQEZCDoZnnA==',
  },
  trezor: {
    version: '0.1.7',
    integrity:
      'sha512-lBNQ0tRhvJXeJL62/6cK0qJNxEI8gg9R7LVUvIOEc1zv81QP1GSEy0s9JjIP1dy0rhEP5dGSC977q0yT9DA2Sg==',
  },
  trust: {
    version: '0.1.18',
    integrity:
      'sha512-yDHUJSTiFCtVPdGGq+TObJT5WIFV8TYIaGtXeCVjvSJnJIB5KA4n7GMNYiym6FYiLzAxihGLnFCSkTATlYP6gw==',
  },
  xdefi: {
    version: '0.1.12',
    integrity:
      'sha512-Ee2S+52XGEeQ5fjQ6rlRaHXZU5THeZNgV7iYmjNPXBRGh8IEhV/HqijnXBQI/zVZJv2dtu/in23oqgaeTdnVmg==',
  },
}
