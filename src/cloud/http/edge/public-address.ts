import type { Config } from "../../config.ts";

/** Returns the public URLs: the scheme and port of PUBLIC_URL, or plain HTTP on PORT. */
export const publicAddress = (config: Pick<Config, "PUBLIC_URL" | "CONTENT_DOMAIN">, port: number) => {
  const { origin, protocol, port: publicPort } = new URL(config.PUBLIC_URL ?? `http://localhost:${port}`);
  const suffix = publicPort === "" ? "" : `:${publicPort}`;
  return {
    /** URL of the dashboard, without a trailing slash. */
    url: origin,
    /** Returns the URL of a site by its host label, without a path. */
    siteUrl: (label: string): string => `${protocol}//${label}.${config.CONTENT_DOMAIN}${suffix}`,
  };
};
