import { readdir, readFile, writeFile } from "node:fs/promises";

const folder = new URL("../recipes/", import.meta.url);
const target = new URL("../src/recipes.json", import.meta.url);

const recipes = [];
for (const name of (await readdir(folder)).toSorted()) {
  const recipe = JSON.parse(await readFile(new URL(name, folder), "utf8"));
  recipes.push(recipe);
  console.log(`Read ${name}: ${recipe.title}, ${recipe.items.length} ingredients`);
}
await writeFile(target, JSON.stringify(recipes));
console.log(`Wrote src/recipes.json with ${recipes.length} recipes`);
