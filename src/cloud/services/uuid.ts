const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns whether a path segment is a valid ID; the database rejects others. */
export const isUuid = (text: string): boolean => uuid.test(text);
