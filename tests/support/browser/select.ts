import type { Locator, Page } from "playwright";

/** The chosen option of a form's menu. */
export const chosen = (scope: Page | Locator, label: string | RegExp): Locator => {
  const page = "page" in scope ? scope.page() : scope;
  return scope.locator(".ant-select").filter({ has: page.getByRole("combobox", { name: label }) });
};

/** Chooses an option of a form's menu. `label`: the field's label; `option`: text of the option. */
export const choose = async (scope: Page | Locator, label: string | RegExp, option: string | RegExp): Promise<void> => {
  // A filter of the same name on the tab that is being left is a native one.
  const menu = chosen(scope, label).getByRole("combobox");
  // A click would hit the chosen option, which covers the input.
  await menu.press("ArrowDown");
  const page = "page" in scope ? scope.page() : scope;
  await page.locator(".ant-select-dropdown:visible .ant-select-item-option").filter({ hasText: option }).click();
};
