import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { optionsOf, problemsOfTemplate } from "../../../../resources/hosting/template-values.ts";
import { template, templateForm, type Template, type TemplateForm } from "../../../../resources/hosting/templates.ts";

/** URL path of the template images. */
export const imagesPath = "/templates";
const imageName = "picture.svg";

/** Schema of template.json; the rest is derived from its folder. */
const manifest = z.strictObject({
  name: template.shape.name,
  description: template.shape.description,
  tags: template.shape.tags,
  configJson: templateForm,
});

/** Reads the template in the folder of that name; undefined without a template.json. Throws if it is invalid. */
export const readTemplate = async (folder: string, id: string): Promise<Template | undefined> => {
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
