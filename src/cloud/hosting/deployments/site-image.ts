/** The image by which a site presents itself in link previews: og:image of its start page. */
import { CID } from "multiformats/cid";
import type { Blocks } from "../../engines/blocks/blocks.ts";
import { AppError } from "../../kernel/app-error.ts";
import { encodedPath, readOutput } from "./deployment-output.ts";

/** Returns the encoded path of the image below a site's root; undefined without one, or if it is on another site. */
export const siteImage = async (
  blocks: Pick<Blocks, "resolve" | "list" | "read">,
  root: string,
): Promise<string | undefined> => {
  const html = await startPageOf(blocks, root);
  const parts = partsOf(declaredImage(html));
  if (parts.length === 0) return undefined;
  const file = await blocks.resolve(CID.parse(root), parts);
  return file && file.type !== "directory" ? encodedPath(parts.join("/")) : undefined;
};

const startPageOf = async (blocks: Parameters<typeof siteImage>[0], root: string): Promise<string> => {
  try {
    return (await readOutput(blocks, root, "index.html")).text ?? "";
  } catch (error) {
    if (error instanceof AppError) return "";
    throw error;
  }
};

const names = /\b(?:property|name)\s*=\s*["']?(?:og:image|twitter:image)["'\s>]/i;
const content = /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i;

/** Returns the URL in the first tag that names an image. */
export const declaredImage = (html: string): string | undefined => {
  const tag = html.match(/<meta\b[^>]*>/gi)?.find((each) => names.test(each));
  const [, double, single] = content.exec(tag ?? "") ?? [];
  return (double ?? single)?.trim().replaceAll("&amp;", "&");
};

/** Link previews need absolute URLs, in which the site's host may be any of its domains: only the path counts. */
const partsOf = (url: string | undefined): string[] => {
  const parsed = url ? URL.parse(url, "http://site.invalid/") : null;
  try {
    return decodeURIComponent(parsed?.pathname ?? "")
      .split("/")
      .filter((part) => part !== "");
  } catch {
    return [];
  }
};
