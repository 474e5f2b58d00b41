/** Renders the page from ./config.json. Values are inserted as text, never as markup. */
const svgNamespace = "http://www.w3.org/2000/svg";

const element = (tag, attributes = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
};

const drawing = (tag, attributes, ...children) => {
  const made = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
};

/** Returns a link target that is safe to open, or undefined for schemes that could run code. */
const safeAddress = (text) => {
  const written = text.trim();
  if (/^(https?:|mailto:|tel:|ipfs:)/i.test(written)) return written;
  return /^[\w-]+(\.[\w-]+)+(\/|$)/.test(written) ? `https://${written}` : undefined;
};

/** Returns a generator of numbers between 0 and 1 that is the same for the same text. */
const numbersOf = (text) => {
  let state = 2166136261;
  for (const character of text) state = Math.imul(state ^ character.codePointAt(0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) + 0x6d2b79f5;
    return ((state ^ (state >>> 13)) >>> 0) / 4294967296;
  };
};

/** Draws a ridge from left to right as the sum of three random waves. */
const ridge = (next, baseline, height) => {
  const waves = [1, 2, 3].map((part) => ({
    length: 180 + next() * 520,
    height: (height * (0.5 + next())) / part,
    start: next() * 7,
  }));
  const points = [];
  for (let x = 0; x <= 1200; x += 20) {
    const y = waves.reduce(
      (sum, wave) => sum - Math.sin(x / (wave.length / 6.28) + wave.start) * wave.height,
      baseline,
    );
    points.push(`${x},${y.toFixed(1)}`);
  }
  return `M0,300 L${points.join(" L")} L1200,300 Z`;
};

const landscape = (name) => {
  const next = numbersOf(name);
  const sun = { cx: 240 + next() * 720, cy: 104 + next() * 26, r: 26 + next() * 22 };
  const ridges = [0, 1, 2, 3].map((layer) =>
    drawing("path", {
      d: ridge(next, 150 + layer * 36, 26 - layer * 3),
      fill: `color-mix(in oklab, var(--accent) ${22 + layer * 22}%, var(--paper))`,
    }),
  );
  const view = { viewBox: "0 0 1200 300", preserveAspectRatio: "xMidYMax slice" };
  return drawing(
    "svg",
    view,
    drawing("circle", { ...sun, fill: "color-mix(in oklab, #e9a23b 80%, var(--paper))" }),
    ...ridges,
  );
};

const arrow = () =>
  drawing(
    "svg",
    {
      viewBox: "0 0 18 18",
      class: "arrow",
      "aria-hidden": "true",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": "1.8",
    },
    drawing("path", { d: "M5 13 13 5M6.5 5H13v6.5" }),
  );

const entry = ([title, address, remark], index, isNumbered) => {
  const href = safeAddress(address);
  const parts = [
    ...(isNumbered ? [element("span", { class: "number" }, String(index + 1).padStart(2, "0"))] : []),
    element("span", { class: "title" }, title || address),
    ...(remark ? [element("span", { class: "remark" }, remark)] : []),
  ];
  return element(
    "li",
    {},
    href ? element("a", { href, rel: "noopener" }, ...parts, arrow()) : element("div", {}, ...parts),
  );
};

/** Returns black or white: the one with more contrast on the color. */
const inkOn = (color) => {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000" : "#fff";
};

const show = ({ name, handle, bio, links, accent, landscape: isDrawn, numbered }) => {
  document.title = name;
  if (/^#[0-9a-f]{6}$/i.test(accent)) {
    document.documentElement.style.setProperty("--accent", accent);
    document.documentElement.style.setProperty("--on-accent", inkOn(accent));
  }
  if (isDrawn) document.getElementById("land").append(landscape(name));
  document.getElementById("page").append(
    element("h1", {}, name),
    ...(handle ? [element("p", { class: "handle" }, handle)] : []),
    ...bio
      .split(/\n{2,}/)
      .filter(Boolean)
      .map((text) => element("p", { class: "bio" }, text)),
    element("ol", { class: numbered ? "numbered" : "" }, ...links.map((row, index) => entry(row, index, numbered))),
  );
};

try {
  show(await (await fetch("./config.json", { cache: "no-cache" })).json());
} catch {
  document.getElementById("page").append(element("p", {}, "Can't load this page. Reload to try again."));
}
