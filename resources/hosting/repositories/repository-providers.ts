/** Freehold's Git host, a linked GitHub account, or any public URL (read-only, without push events). */
export const repositoryProviders = ["LOCAL", "GITHUB", "URL"] as const;
