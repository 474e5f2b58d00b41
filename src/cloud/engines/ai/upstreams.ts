/** Which servers the settings name: AI_UPSTREAM, one without a key; AI_UPSTREAMS_FILE, several in JSON. */
import { readFileSync } from "node:fs";
import * as z from "zod";

const upstream = z.strictObject({
  name: z.string().min(1).max(60),
  /** With the version in its path: http://127.0.0.1:11434/v1 */
  url: z.url({ protocol: /^https?$/ }),
  key: z.string().min(1).optional(),
  /** Those of its models that are offered; all of them unless said. */
  models: z.array(z.string().min(1)).optional(),
  /** Whether its models cost nothing where the price list has no price. */
  free: z.boolean().default(false),
});

export type UpstreamSettings = z.output<typeof upstream>;

interface Settings {
  readonly AI_UPSTREAM?: string | undefined;
  readonly AI_UPSTREAMS_FILE?: string | undefined;
}

/** In the order in which they are tried. Throws one sentence that says what is wrong with the file. */
export const upstreamsIn = ({ AI_UPSTREAM: url, AI_UPSTREAMS_FILE: path }: Settings): UpstreamSettings[] => {
  const own = url === undefined ? [] : [{ name: new URL(url).host, url, free: true }];
  return path === undefined ? own : [...own, ...readFile(path)];
};

const readFile = (path: string): UpstreamSettings[] => {
  try {
    const list = z
      .array(upstream)
      .max(50)
      .parse(JSON.parse(readFileSync(path, "utf8")));
    if (new Set(list.map(({ name }) => name)).size < list.length) throw new Error("two have the same name");
    return list;
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new Error(`AI_UPSTREAMS_FILE (${path}) is not a list of upstreams: ${reason}`, { cause: error });
  }
};
