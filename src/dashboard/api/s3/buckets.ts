/** A bucket's CORS rules, by S3 calls. */
import { s3Request } from "./request.ts";
import { S3Error } from "./s3-error.ts";
import { childrenOf, escapeXml, parseXml, textIn } from "./xml.ts";

export interface CorsRule {
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  readonly exposed: readonly string[];
  readonly maxAgeSeconds: number | undefined;
}

export const readCors = async (bucket: string, signal?: AbortSignal): Promise<readonly CorsRule[]> => {
  const text = await unless("NoSuchCORSConfiguration", async () =>
    (await s3Request({ bucket, query: { cors: "" }, signal })).text(),
  );
  const root = text === undefined ? undefined : parseXml(text);
  return root ? childrenOf(root, "CORSRule").map(toRule) : [];
};

const toRule = (element: Element): CorsRule => {
  const texts = (name: string) => childrenOf(element, name).map(({ textContent }) => textContent);
  const maxAge = textIn(element, "MaxAgeSeconds");
  return {
    origins: texts("AllowedOrigin"),
    methods: texts("AllowedMethod"),
    headers: texts("AllowedHeader"),
    exposed: texts("ExposeHeader"),
    maxAgeSeconds: maxAge === undefined ? undefined : Number(maxAge),
  };
};

/** Replaces the rules; an empty list restores the server's default. */
export const writeCors = async (bucket: string, rules: readonly CorsRule[]): Promise<void> => {
  const query = { cors: "" };
  if (rules.length === 0) {
    await s3Request({ method: "DELETE", bucket, query });
    return;
  }
  await s3Request({
    method: "PUT",
    bucket,
    query,
    headers: { "content-type": "application/xml" },
    body: `<CORSConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${rules.map(ruleXml).join("")}</CORSConfiguration>`,
  });
};

const ruleXml = ({ origins, methods, headers, exposed, maxAgeSeconds }: CorsRule): string => {
  const all = (name: string, values: readonly string[]) =>
    values.map((value) => `<${name}>${escapeXml(value)}</${name}>`).join("");
  return [
    "<CORSRule>",
    all("AllowedOrigin", origins),
    all("AllowedMethod", methods),
    all("AllowedHeader", headers),
    all("ExposeHeader", exposed),
    maxAgeSeconds === undefined ? "" : `<MaxAgeSeconds>${maxAgeSeconds}</MaxAgeSeconds>`,
    "</CORSRule>",
  ].join("");
};

const unless = async <T>(code: string, read: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof S3Error && error.code === code) return undefined;
    throw error;
  }
};
