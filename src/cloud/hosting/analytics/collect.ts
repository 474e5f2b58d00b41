/** Collects the requests of sites in memory until they are saved, with bounded memory. */
import type { IncomingHttpHeaders } from "node:http";
import { visitedPathMax } from "../../../../resources/hosting/analytics.ts";
import { agentName } from "../../lib/agent-name.ts";

/** One answered request of a site. */
export interface Visit {
  readonly projectId: string;
  readonly at: Date;
  readonly method: string;
  readonly host: string;
  /** Without the query, which may contain secrets. */
  readonly path: string;
  readonly code: number;
  readonly bytes: number;
  /** Host of the page that led here; empty for the site's own pages and unknown ones. */
  readonly referrer: string;
  readonly client: string;
  /** A page that a person opened: not a file of a page, a program's request or a crawler's. */
  readonly isView: boolean;
  /** The visitor's network address, never stored. */
  readonly address: string;
  readonly agent: string;
}

export interface Answered {
  readonly projectId: string;
  readonly method: string;
  readonly host: string;
  /** As requested. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly code: number;
  readonly bytes: number;
  readonly address: string;
}

/** Visits kept until the next save; further ones are dropped. */
const visitsMax = 100_000;
const crawler = /bot|crawl|spider|slurp|headless|preview/i;

export interface Collector {
  record(answered: Answered): void;
  /** Returns and forgets the visits. */
  take(): readonly Visit[];
}

export const createCollector = (): Collector => {
  let visits: Visit[] = [];
  return {
    record: (answered) => {
      if (visits.length < visitsMax) visits.push(visitOf(answered, new Date()));
    },
    take: () => {
      const taken = visits;
      visits = [];
      return taken;
    },
  };
};

/** Reads what counts from a request and its response. */
export const visitOf = (answered: Answered, at: Date): Visit => {
  const { projectId, method, host, url, headers, code, bytes, address } = answered;
  const agent = String(headers["user-agent"] ?? "");
  const accept = String(headers.accept ?? "");
  const isPage = accept.includes("text/html") && (headers["sec-fetch-dest"] ?? "document") === "document";
  return {
    projectId,
    at,
    method,
    host,
    path: pathOf(url),
    code,
    bytes,
    referrer: referrerOf(headers.referer, host),
    client: agent === "" ? "" : agentName(agent),
    isView: method === "GET" && (code === 200 || code === 304) && isPage && agent !== "" && !crawler.test(agent),
    address,
    agent,
  };
};

const pathOf = (url: string): string => (url.split(/[?#]/, 1)[0] ?? "").slice(0, visitedPathMax).toWellFormed();

/** The referrer's host, without those of the site itself. */
const referrerOf = (referrer: string | undefined, host: string): string => {
  if (referrer === undefined || !URL.canParse(referrer)) return "";
  const { hostname } = new URL(referrer);
  return hostname === host ? "" : hostname.slice(0, 253);
};
