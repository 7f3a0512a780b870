/** Keys of the other families of networks: the same people, the same published mnemonic. Worth nothing anywhere. */

/** In the order of the people; tests hold them against the accounts that the local chains pay. */
export const devKeys = [
  {
    /** m/44'/501'/n'/0' */
    solana: 'a01c67efb5cb8f62f15907a9fcf124c73d2695c8a9a31f21c05742a31ca1dc72',
    /** m/84'/1'/0'/0/n */
    payment: 'b5c8b4acf7b66682afbc5eef20c3b12998ba3c14a97047c9187454377f1a7856',
    /** m/86'/1'/0'/0/n */
    ordinals: '893af8e39dab62e987360f7e2f2556100075b04ee4e6b22a0e1e11e1569de6d1',
    /** //Alice, //Bob, … of every development chain. */
    polkadot: 'e5be9a5092b81bca64be81d212e7f2f9eba183bb7a90954f7b76361f6edb5c0a',
  },
  {
    solana: '3f25626cf245c8dd65a2b91a70e6f4c285182489fda230e2553c3752aa962b61',
    payment: '2ea9ba050147af0a7e5bc697b588ee630552766810398242f3c4b9ce25c3cfd7',
    ordinals: 'd02ee2d2828e3844e8b9751da9202d87210fde6e4c350668c19855541d4bc94c',
    polkadot: '398f0c28f98885e046333d4a41c19cee4c37368a9832c6502f6cfd182e2aef89',
  },
  {
    solana: '8eabe4c79ac3a146c1bc447a64233ea70694669b997b0565039471b2939e8c5e',
    payment: '1d100560fb83ffd36c8658032a7dd8f3971987fb35fbe6559c2835fe491b0074',
    ordinals: 'fef0082696611913b3c8507643fc5b169706dadd90269894a1645023791bfdc5',
    polkadot: 'bc1ede780f784bb6991a585e4f6e61522c14e1cae6ad0895fb57b9a205a8f938',
  },
  {
    solana: 'f55bf85006beb673056861062dd8f8d8ff0bb63dd61d45f86fe438bf6e442abb',
    payment: '7b79a0ca0387b59e58b1aad16a8129da0d1d1a46ad335aa742e4fda77359fd82',
    ordinals: '55dcd2aa30f9b2b1d3aac220b5f35a3952796843731632c59298bbb43348d891',
    polkadot: '868020ae0687dda7d57565093a69090211449845a7e11453612800b663307246',
  },
  {
    solana: '3eb11a2e242212be157793db9fa881edffcfb391174b07d20369521ba1a084b1',
    payment: 'cc7f68aaa0d1e0ce193944e57015f5d25916a7623b8b3684e2d81a43a9430284',
    ordinals: '679005479f67869bdd0a92dea60e88095fdb59cdc235bf7a5b0768a344ea4dc2',
    polkadot: '786ad0e2df456fe43dd1f91ebca22e235bc162e0bb8d53c633e8c85b2af68b7a',
  },
] as const
