import { npmStarter, type Starter } from "./starters.ts";

/**
 * Returns Docusaurus' classic starter, unmodified except for the version of one dependency of its search, which no page
 * here uses.
 */
export const classicDocusaurus = async (): Promise<Starter> => {
  const words = ["site", "classic", "--skip-install", "--javascript"];
  const starter = await npmStarter("create-docusaurus@3.10.2", "create-docusaurus", ...words);
  const manifest = JSON.parse(await starter.read("package.json")) as object;
  const overrides = { "@docsearch/react": "4.6.3" };
  await starter.write("package.json", JSON.stringify({ ...manifest, overrides }));
  return starter;
};
