/**
 * Serves the documents of TON Connect: /tonconnect-manifest.json describes the app to wallets, and
 * /tonconnect-wallets.json lists the available wallets, so that no external list is fetched. On the local chain, only
 * the built-in wallet is available.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { devTonWallet, tonWallets, type TonWallet } from "../../../../resources/chains/ton-wallets.ts";
import { schemeOf } from "../../engines/network/client.ts";

/** The chain of toncoin payments. */
export type Toncoin = "own" | "public";

/** Wallets read the manifest from anywhere. */
const anyOrigin = { "access-control-allow-origin": "*", "cache-control": "no-cache" };
const features = ["SendTransaction", { name: "SendTransaction", maxMessages: 4 }];
const platforms = ["ios", "android", "macos", "windows", "linux", "chrome", "firefox", "safari"];

export const registerTonConnect = (app: FastifyInstance, toncoin: Toncoin, publicUrl: string | undefined): void => {
  const originOf = ({ raw, host }: FastifyRequest): string => publicUrl ?? `${schemeOf(raw)}://${host}`;
  app.get("/tonconnect-manifest.json", async (request, reply) => {
    const url = originOf(request);
    return reply.headers(anyOrigin).send({ url, name: "Freehold", iconUrl: new URL("/mark-180.png", url).href });
  });
  app.get("/tonconnect-wallets.json", async (request, reply) => {
    const image = new URL("/mark.svg", originOf(request)).href;
    const own = { app_name: devTonWallet.appName, name: devTonWallet.name, about_url: originOf(request) };
    const bridge = [{ type: "js", key: devTonWallet.appName }];
    const list = toncoin === "own" ? [{ ...own, image, bridge, platforms, features }] : tonWallets.map(entryOf);
    return reply.headers(anyOrigin).send(list);
  });
};

const entryOf = ({ appName, name, about, color, universalUrl, bridgeUrl, jsKey }: TonWallet) => ({
  app_name: appName,
  name,
  about_url: about,
  image: iconOf(name, color),
  universal_url: universalUrl,
  bridge: [{ type: "sse", url: bridgeUrl }, ...(jsKey === undefined ? [] : [{ type: "js", key: jsKey }])],
  platforms,
  features,
});

/** Draws the wallet's initial, so that pages load no image from another host. */
const iconOf = (name: string, color: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60"><rect width="60" height="60" fill="${color}"/><text x="30" y="40" fill="#fff" font-family="sans-serif" font-size="30" font-weight="600" text-anchor="middle">${name[0]}</text></svg>`,
  )}`;
