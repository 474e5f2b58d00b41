/** The version in package.json, set by the build. */
declare const FREEHOLD_VERSION: string | undefined;

export const version = typeof FREEHOLD_VERSION === "string" ? FREEHOLD_VERSION : "development";
