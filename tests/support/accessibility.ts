/** What can be said about a page's accessibility without judging words: names, landmarks, contrast. Runs in the page. */
import type { Page } from "playwright";

/** Sentences about what is wrong; empty when nothing is. */
export const complaintsAbout = (page: Page): Promise<string[]> => page.evaluate(inspect);

/** One function without outside names, since it is sent into the page as text. */
const inspect = (): string[] => {
  const all = <E extends Element>(selector: string): E[] => [...document.querySelectorAll<E>(selector)];
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest(".fh-hidden, .fh-skip");
  const describe = (element: Element): string => {
    const text = (element.textContent ?? "").trim().slice(0, 40);
    return `<${element.tagName.toLowerCase()} class="${element.getAttribute("class") ?? ""}"> ${text}`;
  };

  const nameOf = (element: Element): string => {
    const labelled = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
    const labels = labelled.map((id) => document.getElementById(id)?.textContent ?? "");
    const own =
      "labels" in element ? [...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent) : [];
    const parts = [
      ...labels,
      ...own,
      element.getAttribute("aria-label"),
      element.textContent,
      element.getAttribute("title"),
    ];
    return parts.join("").trim();
  };

  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
  /** Red, green, blue and alpha (0…1) of any CSS colour. */
  const colour = (css: string): number[] => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red!, green!, blue!, alpha! / 255];
  };
  const over = (above: number[], below: number[]): number[] =>
    [0, 1, 2].map((at) => above[at]! * above[3]! + below[at]! * (1 - above[3]!)).concat(1);
  const backgroundOf = (element: Element | null): number[] => {
    if (!element) return [255, 255, 255, 1];
    const own = colour(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, backgroundOf(element.parentElement));
  };
  const luminance = (rgb: number[]): number => {
    const [red, green, blue] = rgb.map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  const contrastOf = (element: Element): number => {
    const below = backgroundOf(element);
    const [first, second] = [luminance(over(colour(getComputedStyle(element).color), below)), luminance(below)];
    return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
  };
  const isLarge = (element: Element): boolean => {
    const { fontSize, fontWeight } = getComputedStyle(element);
    return Number.parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24);
  };
  const hasOwnText = (element: Element): boolean =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? "").trim() !== "");

  const mains = all("main").filter(isShown);
  const headings = all("h1").filter(isShown);
  return [
    ...(document.documentElement.lang ? [] : ["the document has no language"]),
    ...(mains.length === 1 ? [] : [`there are ${mains.length} main landmarks`]),
    ...(headings.length === 1 ? [] : [`there are ${headings.length} first headings`]),
    ...all("a[href], button, input, select, textarea, [role=button], [role=tab]")
      .filter((element) => isShown(element) && nameOf(element) === "")
      .map((element) => `no name: ${describe(element)}`),
    ...all("img:not([alt])").map((element) => `no alternative text: ${describe(element)}`),
    ...all("[tabindex]")
      .filter((element) => (element as HTMLElement).tabIndex > 0)
      .map((element) => `out of order: ${describe(element)}`),
    ...all("body *")
      .filter(
        (element) => isShown(element) && hasOwnText(element) && !element.closest("svg, [disabled], [aria-hidden=true]"),
      )
      .filter((element) => contrastOf(element) < (isLarge(element) ? 3 : 4.5))
      .map((element) => `contrast ${contrastOf(element).toFixed(2)}: ${describe(element)}`),
  ];
};
