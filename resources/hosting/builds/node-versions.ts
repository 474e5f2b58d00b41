/** Major versions of Node.js for builds; the first is the default. */
export const nodeVersions = ["24", "22", "20", "18"] as const;
export type NodeVersion = (typeof nodeVersions)[number];
