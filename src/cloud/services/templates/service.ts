/** Templates: built-in sites under templates/, each with a form (docs/guides/templates.md). */
import { cp, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { completeValues } from "../../../../resources/hosting/template-values.ts";
import type { Template, TemplateValues } from "../../../../resources/hosting/templates.ts";
import { readTemplate } from "./read-template.ts";

export interface Templates {
  /** Lists the templates by name. */
  list(): Promise<Template[]>;
  find(id: string): Promise<Template | undefined>;
  /** Writes a template's site with these values into an empty folder. Rejects an unknown template. */
  write(id: string, values: TemplateValues, folder: string): Promise<void>;
}

/** IDs are folder names, never paths. */
const idPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Creates the templates service. Reads `folder` on each request, so changed templates apply at once. */
export const createTemplates = (folder: string, log: Logger): Templates => {
  const find: Templates["find"] = async (id) => {
    if (!idPattern.test(id)) return undefined;
    try {
      return await readTemplate(folder, id);
    } catch (error) {
      log.warn({ err: error, template: id }, "Invalid template skipped");
      return undefined;
    }
  };

  return {
    find,
    list: async () => {
      const names = await readdir(folder).catch(() => []);
      const templates = await Promise.all(names.map(find));
      return templates.flatMap((template) => template ?? []).toSorted((a, b) => a.name.localeCompare(b.name, "en"));
    },
    write: async (id, values, into) => {
      const template = await find(id);
      if (!template) throw new Error(`Template "${id}" not found.`);
      await cp(join(folder, id, "site"), into, { recursive: true });
      const config = completeValues(template.configJson, values);
      await writeFile(join(into, "config.json"), `${JSON.stringify(config, undefined, 2)}\n`);
    },
  };
};
