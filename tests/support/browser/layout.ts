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

/**
 * Returns the text of what is cut: choices, times and buttons of lists, and facts and identifiers although the space
 * beside them is empty.
 */
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
    /** Space between columns and around buttons. */
    const gap = 32;
    /** Empty space that would show much more of a long text. */
    const ample = 80;
    const isBesideSpace = (part: Element): boolean => {
      const missing = part.scrollWidth - part.clientWidth;
      if (missing <= 1 || getComputedStyle(part).overflowX === "visible") return false;
      const box = part.closest(".fh-copy") ?? part;
      const around = box.closest(".fh-facts, td, li, .fh-card-body, main, dialog")!;
      const { right, top, bottom } = box.getBoundingClientRect();
      const ends = [...around.querySelectorAll("*")]
        .filter((other) => !other.contains(box) && !box.contains(other))
        .map((other) => other.getBoundingClientRect())
        .filter((other) => other.width > 0 && other.left >= right - 1 && other.top < bottom && other.bottom > top)
        .map(({ left }) => left);
      const inner = around.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(around).paddingRight);
      return Math.min(inner, ...ends) - right - gap >= Math.min(missing, ample);
    };
    const texts = [...document.querySelectorAll(".fh-facts dd, .fh-facts dd *, .fh-copy > .fh-mono, .fh-ellipsis")];
    return [...filters, ...cells, ...texts.filter(isBesideSpace)].map(({ textContent }) => textContent);
  });
