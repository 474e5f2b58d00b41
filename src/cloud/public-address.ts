import type { Config } from "./config.ts";

export interface PublicAddress {
  /** Of the dashboard, without a trailing slash. */
  readonly url: string;
  /** Of a site with that host label, without a path. */
  siteUrl(label: string): string;
}

/** The addresses that people use: PUBLIC_URL's scheme and port, or plain HTTP on our own port. */
export const publicAddress = (config: Pick<Config, "PUBLIC_URL" | "CONTENT_DOMAIN">, port: number): PublicAddress => {
  const { origin, protocol, port: publicPort } = new URL(config.PUBLIC_URL ?? `http://localhost:${port}`);
  const suffix = publicPort === "" ? "" : `:${publicPort}`;
  return { url: origin, siteUrl: (label) => `${protocol}//${label}.${config.CONTENT_DOMAIN}${suffix}` };
};
