/** Returns the document name in a path: "backup" for "…/docs/operate/backup.md#restore". */
export const docNameOf = (path: string): string | undefined => /([\w-]+)\.md(?:#.*)?$/.exec(path)?.[1]?.toLowerCase();
