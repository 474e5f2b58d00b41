/** Determines the requested format from ?format=, or else from the Accept header (RFC 9110 §12.5.1, IPIP-523). */
import type { IncomingHttpHeaders } from "node:http";

export const mediaTypes = {
  raw: "application/vnd.ipld.raw",
  car: "application/vnd.ipld.car",
  tar: "application/x-tar",
  "dag-json": "application/vnd.ipld.dag-json",
  "dag-cbor": "application/vnd.ipld.dag-cbor",
  json: "application/json",
  cbor: "application/cbor",
  "ipns-record": "application/vnd.ipfs.ipns-record",
} as const;

export type Format = keyof typeof mediaTypes;

export interface Wanted {
  /** undefined for the default: a file's bytes, a folder's page. */
  readonly format: Format | undefined;
  /** Parameters of the media type, such as a CAR's `order`. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Requested by header: the response then includes a Content-Location with the format. */
  readonly isByHeader: boolean;
  /** Whether the client accepts the default if the format is not available. */
  readonly acceptsDefault: boolean;
  readonly html: boolean;
}

const ACCEPT_CHARACTERS_MAX = 4000;
const RANGES_MAX = 100;

/** Returns the requested format; undefined for an unknown ?format=. */
export const wantedOf = (headers: IncomingHttpHeaders, query: URLSearchParams): Wanted | undefined => {
  const ranges = rangesOf(headers.accept ?? "");
  const html = ranges.some(({ type }) => type === "text/html");
  const named = query.get("format");
  if (named) {
    if (!isFormat(named)) return undefined;
    const parameters = ranges.find(({ type }) => type === mediaTypes[named])?.parameters ?? new Map();
    return { format: named, parameters, isByHeader: false, acceptsDefault: false, html };
  }
  const chosen = ranges[0];
  const format = formats.find((known) => mediaTypes[known] === chosen?.type);
  const acceptsDefault = ranges.some(({ type }) => isAnything(type));
  return {
    format,
    parameters: chosen?.parameters ?? new Map(),
    isByHeader: format !== undefined,
    acceptsDefault,
    html,
  };
};

const formats = Object.keys(mediaTypes) as Format[];

const isFormat = (name: string): name is Format => Object.hasOwn(mediaTypes, name);

const isAnything = (type: string): boolean => type === "*/*" || type.startsWith("text/");

interface MediaRange {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly weight: number;
}

/** Parses Accept into media ranges, sorted by weight, then by position. */
const rangesOf = (accept: string): MediaRange[] => {
  if (accept.length > ACCEPT_CHARACTERS_MAX) return [];
  const ranges = accept.toLowerCase().split(",", RANGES_MAX).map(rangeOf);
  return ranges.filter(({ type, weight }) => type !== "" && weight > 0).toSorted((a, b) => b.weight - a.weight);
};

const rangeOf = (item: string): MediaRange => {
  const [type = "", ...rest] = item.split(";").map((part) => part.trim());
  const parameters = new Map(
    rest.map((parameter): [string, string] => {
      const at = parameter.indexOf("=");
      return at < 0 ? [parameter, ""] : [parameter.slice(0, at).trim(), parameter.slice(at + 1).trim()];
    }),
  );
  const weight = parameters.has("q") ? Number(parameters.get("q")) : 1;
  return { type, parameters, weight: Number.isFinite(weight) ? weight : 0 };
};
