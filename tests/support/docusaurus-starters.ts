import { npmStarter, type Starter } from "./starters.ts";

const version = "3.10.2";

const settings = `export default {
  title: "Ours",
  url: "https://example.org",
  baseUrl: "/",
  onBrokenLinks: "throw",
  themes: ["@docusaurus/theme-classic"],
  plugins: [["@docusaurus/plugin-content-docs", { routeBasePath: "/" }]],
};
`;

/** Docusaurus' classic starter as it is, but for the version of one dependency of its search, which no page here uses. */
export const classicDocusaurus = async (): Promise<Starter> => {
  const starter = await newStarter();
  const manifest = JSON.parse(await starter.read("package.json")) as object;
  const overrides = { "@docsearch/react": "4.6.3" };
  await starter.write("package.json", JSON.stringify({ ...manifest, overrides }));
  return starter;
};

/** The documents of the classic starter, without the rest of its preset: a third of its packages less. */
export const smallDocusaurus = async (): Promise<Starter> => {
  const starter = await newStarter();
  for (const path of ["blog", "src", "sidebars.js", "docusaurus.config.js"]) await starter.remove(path);
  await starter.write("docusaurus.config.js", settings);
  // Nothing else stands at the root, to which the title links.
  const intro = await starter.read("docs/intro.mdx");
  await starter.write("docs/intro.mdx", intro.replace("---\n", "---\nslug: /\n"));
  const manifest = JSON.parse(await starter.read("package.json")) as { dependencies: Record<string, string> };
  const wanted = ["@docusaurus/core", "@mdx-js/react", "react", "react-dom"];
  const kept = Object.entries(manifest.dependencies).filter(([name]) => wanted.includes(name));
  const ours = ["theme-classic", "plugin-content-docs"].map((name) => [`@docusaurus/${name}`, version]);
  const dependencies = Object.fromEntries([...kept, ...ours]);
  await starter.write("package.json", JSON.stringify({ ...manifest, dependencies, devDependencies: {} }));
  return starter;
};

const newStarter = (): Promise<Starter> =>
  npmStarter(`create-docusaurus@${version}`, "create-docusaurus", "site", "classic", "--skip-install", "--javascript");
