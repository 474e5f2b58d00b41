/** Selects the content coding for a client (RFC 9110 §12.5.3), and the file types worth compressing. */

export type Coding = "br" | "gzip";

const CACHED_HEADERS_MAX = 500;
/** Browsers send the same short header each time; longer ones are not cached. */
const CACHED_HEADER_LENGTH_MAX = 100;
const cache = new Map<string, Coding | undefined>();

/** Returns the client's preferred coding, the better one if equal; undefined for none. */
export const codingFor = (acceptEncoding: string | undefined): Coding | undefined => {
  if (!acceptEncoding) return undefined;
  if (cache.has(acceptEncoding)) return cache.get(acceptEncoding);
  const coding = negotiate(acceptEncoding);
  if (cache.size < CACHED_HEADERS_MAX && acceptEncoding.length <= CACHED_HEADER_LENGTH_MAX)
    cache.set(acceptEncoding, coding);
  return coding;
};

const negotiate = (acceptEncoding: string): Coding | undefined => {
  const weights = new Map(acceptEncoding.toLowerCase().split(",").map(weightOf));
  const rest = weights.get("*") ?? 0;
  const br = weights.get("br") ?? rest;
  const gzip = weights.get("gzip") ?? weights.get("x-gzip") ?? rest;
  const plain = weights.get("identity") ?? 0;
  if (br > 0 && br >= gzip && br >= plain) return "br";
  return gzip > 0 && gzip >= plain ? "gzip" : undefined;
};

const weightOf = (item: string): [string, number] => {
  const [name = "", ...parameters] = item.split(";").map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  const number = weight ? Number(weight.slice("q=".length)) : 1;
  return [name, Number.isFinite(number) ? number : 0];
};

const compressible: ReadonlySet<string> = new Set(
  `application/graphql application/javascript application/json application/manifest+json application/rtf application/toml
  application/vnd.ms-fontobject application/wasm application/x-javascript application/x-ndjson application/x-sh application/xml
  font/collection font/otf font/ttf image/bmp image/vnd.microsoft.icon image/x-icon model/gltf-binary`.split(/\s+/),
);

/** Whether files of a content type are compressible. Most images, videos and archives are already compressed. */
export const isCompressible = (contentType: string): boolean => {
  const end = contentType.indexOf(";");
  const type = (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
  if (type === "text/event-stream") return false;
  return type.startsWith("text/") || compressible.has(type) || type.endsWith("+json") || type.endsWith("+xml");
};
