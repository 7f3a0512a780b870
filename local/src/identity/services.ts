/** The sign-in services that the stand-in plays. */
export const standInProviders = ['google', 'apple', 'facebook', 'github', 'x', 'discord'] as const
export type StandInProvider = (typeof standInProviders)[number]

export const standInSecret = (provider: string) => `secret of ${provider} in the local world`
