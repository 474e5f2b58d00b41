import recipes from "./recipes.json";
import { totalGrams } from "./total.js";

const list = document.getElementById("recipes");
for (const recipe of recipes) {
  const entry = document.createElement("li");
  entry.textContent = `${recipe.title}: ${totalGrams(recipe.items)} g`;
  list.append(entry);
}
