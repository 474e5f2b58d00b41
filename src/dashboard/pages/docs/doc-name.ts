/** "…/docs/operate/backup.md#restore" → "backup"; undefined for what is not a document. */
export const docNameOf = (path: string): string | undefined => /([\w-]+)\.md(?:#.*)?$/.exec(path)?.[1]?.toLowerCase();
