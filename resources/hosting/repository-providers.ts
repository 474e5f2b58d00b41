/** The cloud's own Git host, GitHub by a linked account, or any public address (read only, no push hook). */
export const repositoryProviders = ["LOCAL", "GITHUB", "URL"] as const;
