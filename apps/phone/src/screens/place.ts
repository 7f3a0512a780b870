/** Where the person is. A question of an app comes before all of them. */
export type Place =
  | { readonly name: 'home' }
  | { readonly name: 'scan' }
  | { readonly name: 'accounts' }
  | { readonly name: 'networks' }
  | { readonly name: 'app'; readonly topic: string }

export const home: Place = { name: 'home' }
