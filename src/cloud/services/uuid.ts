const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text from an address can be an id at all; the database refuses to compare it otherwise. */
export const isUuid = (text: string): boolean => uuid.test(text);
