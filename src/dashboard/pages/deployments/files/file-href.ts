/** Links within the Files tab, relative to the deployment's page. */
export const folderHref = (folder: string): string => hrefOf({ folder });
export const fileHref = (file: string): string => hrefOf({ file });

const hrefOf = (place: Readonly<Record<string, string>>): string =>
  `?${new URLSearchParams({ tab: "files", ...place }).toString()}`;
