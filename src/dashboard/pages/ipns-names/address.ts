/** Where a browser opens a name at this cloud's own gateway. */
export const addressOf = (key: string): string => `${location.origin}/ipns/${key}`;
