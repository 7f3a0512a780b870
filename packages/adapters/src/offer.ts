/** Methods that come and go: an absent one means that the wallet cannot (wallets gain and lose features while connected). */

/** Puts each method onto `target` while `can` says so, and takes it away when not. */
export function offer<Methods extends object>(
  target: Partial<Methods>,
  methods: Methods,
  can: { readonly [name in keyof Methods]: boolean },
): void {
  for (const name of Object.keys(methods) as (keyof Methods)[]) {
    if (can[name]) target[name] = methods[name]
    else delete target[name]
  }
}
