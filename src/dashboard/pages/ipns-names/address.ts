/** Returns the URL of a name on this server's gateway. */
export const addressOf = (key: string): string => `${location.origin}/ipns/${key}`;
