/** Templates: built-in sites under templates/, each with a form (docs/guides/templates.md). */
import { access, cp, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import * as z from "zod/mini";
import {
  completeValues,
  optionsOf,
  problemsOfTemplate,
} from "../../../../resources/hosting/templates/template-values.ts";
import {
  template,
  templateForm,
  templates as list,
  type Template,
  type TemplateForm,
  type TemplateValues,
} from "../../../../resources/hosting/templates/templates.ts";
import { route, type Route } from "../../kernel/calls/route.ts";

export type Templates = ReturnType<typeof createTemplates>;

/** IDs are folder names, never paths. */
const idPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Creates the templates service. Reads `folder` on each request, so changed templates apply at once. */
export const createTemplates = (folder: string, log: Logger) => {
  const find = async (id: string): Promise<Template | undefined> => {
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
    /** Lists the templates by name. */
    list: async (): Promise<Template[]> => {
      const names = await readdir(folder).catch(() => []);
      const templates = await Promise.all(names.map(find));
      return templates.flatMap((template) => template ?? []).toSorted((a, b) => a.name.localeCompare(b.name, "en"));
    },
    /** Writes a template's site with these values into an empty folder. Rejects an unknown template. */
    write: async (id: string, values: TemplateValues, into: string): Promise<void> => {
      const template = await find(id);
      if (!template) throw new Error(`Template "${id}" not found.`);
      await cp(join(folder, id, "site"), into, { recursive: true });
      const config = completeValues(template.configJson, values);
      await writeFile(join(into, "config.json"), `${JSON.stringify(config, undefined, 2)}\n`);
    },
  };
};

/** URL path of the template images. */
const imagesPath = "/templates";
const imageName = "picture.svg";

/** Schema of template.json; the rest is derived from its folder. */
const manifest = z.strictObject({
  name: template.shape.name,
  description: template.shape.description,
  tags: template.shape.tags,
  configJson: templateForm,
});

/** Reads the template in the folder of that name; undefined without a template.json. Throws if it is invalid. */
const readTemplate = async (folder: string, id: string): Promise<Template | undefined> => {
  const text = await readFile(join(folder, id, "template.json"), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const parsedManifest = manifest.parse(JSON.parse(text));
  checkForm(parsedManifest.configJson);
  await access(join(folder, id, "site", "index.html"));
  const hasImage = await access(join(folder, id, imageName)).then(
    () => true,
    () => false,
  );
  return { id, ...parsedManifest, picture: hasImage ? `${imagesPath}/${id}/${imageName}` : "" };
};

/** Checks rules beyond the schema: unique keys, tables with headers, and valid default values. */
const checkForm = (form: TemplateForm): void => {
  const options = optionsOf(form);
  const keys = new Set(options.map(({ key }) => key));
  if (keys.size < options.length) throw new Error("Two options have the same key.");
  const bare = options.find(({ type, headers }) => (type === "table") !== (headers !== undefined));
  if (bare) throw new Error(`"${bare.key}": only tables have headers, and they are required.`);
  // Required options can be empty by default: users fill them in.
  const optional = { config: form.config.map((group) => ({ ...group, options: group.options.map(notRequired) })) };
  const [wrong] = Object.entries(problemsOfTemplate(optional, {}));
  if (wrong) throw new Error(`"${wrong[0]}": ${wrong[1]}`);
};

const notRequired = <O extends object>(option: O): O & { required: false } => ({ ...option, required: false });

/** Route for the list of templates; the hosting service creates projects from them. */
export const templateRoutes = (templates: Templates): Route[] => [
  route(list, async () => ({ items: await templates.list() })),
];
