/** Measures where things are on a page. */
import type { Locator, Page } from "playwright";

/** Returns an element's edges in the window. */
export const edgesOf = (element: Locator) =>
  element.evaluate((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return { left, right, top, bottom };
  });

/** Returns the vertical space between two elements. */
export const gapBetween = async (above: Locator, below: Locator): Promise<number> =>
  (await edgesOf(below)).top - (await edgesOf(above)).bottom;

/** Returns the choices, times and buttons of lists that are shown cut, by their text. */
export const cutParts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const filters = [...document.querySelectorAll<HTMLElement>(".fh-filters select")].filter((select) => {
      const { width } = select.getBoundingClientRect();
      select.style.cssText = "max-width: none; width: max-content";
      const whole = select.getBoundingClientRect().width;
      select.style.cssText = "";
      return whole > width + 1;
    });
    const cells = [...document.querySelectorAll("td:has(> time, > .fh-button)")].filter(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    );
    return [...filters, ...cells].map(({ textContent }) => textContent);
  });
