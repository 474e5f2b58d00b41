/** Reads the configured model servers: AI_UPSTREAM is one server without a key, AI_UPSTREAMS_FILE a JSON list of servers. */
import { readFileSync } from "node:fs";
import * as z from "zod";

const upstream = z.strictObject({
  name: z.string().min(1).max(60),
  /** Includes the version in the path: http://127.0.0.1:11434/v1 */
  url: z.url({ protocol: /^https?$/ }),
  key: z.string().min(1).optional(),
  /** IDs of the offered models. Default: all. */
  models: z.array(z.string().min(1)).optional(),
  /** Whether models without a price are free. */
  free: z.boolean().default(false),
});

export type UpstreamSettings = z.output<typeof upstream>;

interface Settings {
  readonly AI_UPSTREAM?: string | undefined;
  readonly AI_UPSTREAMS_FILE?: string | undefined;
}

/**
 * Returns the servers in the order in which they are tried.
 *
 * @throws Error with one sentence for an invalid file.
 */
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
