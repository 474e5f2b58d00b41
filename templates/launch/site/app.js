/** Renders the page from ./config.json. Values are inserted as text, never as markup. */
const svgNamespace = "http://www.w3.org/2000/svg";
const copiedMs = 2000;

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
  if (/^(https?:|mailto:|ipfs:)/i.test(written)) return written;
  return /^[\w-]+(\.[\w-]+)+(\/|$)/.test(written) ? `https://${written}` : undefined;
};

/** Draws a rosette derived from the name, like the engraved patterns on banknotes. */
const rosette = (name) => {
  const code = [...name].reduce((sum, character) => sum * 33 + character.codePointAt(0), 5381) >>> 0;
  const curve = (petals, depth, radius, shift) => {
    const points = Array.from({ length: 721 }, (_, step) => {
      const angle = (step / 720) * Math.PI * 2;
      const distance = radius + Math.sin(angle * petals + shift) * depth;
      return `${(260 + Math.cos(angle) * distance).toFixed(1)},${(260 + Math.sin(angle) * distance).toFixed(1)}`;
    });
    return `M${points.join(" L")}Z`;
  };
  const petals = 7 + (code % 9);
  const lines = Array.from({ length: 9 }, (_, line) =>
    drawing("path", {
      d: curve(petals, 26 + (code % 22), 190 - line * 9, (line * Math.PI) / 4.5),
      stroke: line % 3 === 2 ? "var(--second)" : "var(--glow)",
      opacity: String(1 - line * 0.07),
    }),
  );
  const inner = Array.from({ length: 5 }, (_, line) =>
    drawing("path", { d: curve(petals + 5, 13, 82 - line * 7, (line * Math.PI) / 2.5), stroke: "var(--second)" }),
  );
  const view = { viewBox: "0 0 520 520", "aria-hidden": "true", fill: "none", "stroke-width": "1.6" };
  return drawing(
    "svg",
    view,
    drawing("g", { class: "turning" }, ...lines),
    ...inner,
    drawing("circle", { cx: 260, cy: 260, r: 250, stroke: "var(--line)" }),
    drawing("circle", { cx: 260, cy: 260, r: 16, fill: "var(--glow)", stroke: "none" }),
  );
};

const contractLine = (chain, contract) => {
  const copy = element("button", { type: "button" }, "Copy");
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(contract);
    copy.textContent = "Copied";
    setTimeout(() => (copy.textContent = "Copy"), copiedMs);
  });
  const line = element("p", { class: "contract" });
  if (chain) line.append(element("span", { class: "chain" }, chain));
  line.append(element("code", {}, contract), copy);
  return line;
};

const section = (title, content) => element("section", {}, element("h2", {}, title), content);

const facts = (rows) =>
  element(
    "dl",
    { class: "facts" },
    ...rows.map(([number, what]) => element("div", {}, element("dt", {}, what), element("dd", {}, number))),
  );

const roadmap = (rows) =>
  element(
    "ol",
    { class: "road" },
    ...rows.map(([when, what]) => element("li", {}, element("span", {}, when), element("strong", {}, what))),
  );

const team = (rows) =>
  element(
    "ul",
    { class: "team" },
    ...rows.map(([name, role, address]) => {
      const href = safeAddress(address);
      const shown = href ? element("a", { href }, name) : element("strong", {}, name);
      return element("li", {}, shown, element("span", {}, role));
    }),
  );

const show = (config) => {
  document.title = [config.headline, config.name].join(" | ");
  const top = element("header", { class: "top" }, element("span", {}, config.name));
  if (config.symbol) top.append(element("span", { class: "symbol" }, config.symbol));

  const words = element("div", {}, element("h1", {}, config.headline));
  if (config.text) words.append(element("p", { class: "text" }, config.text));
  const buttons = config.buttons.flatMap(([label, address]) => {
    const href = safeAddress(address);
    return href ? [element("a", { class: "button", href }, label || address)] : [];
  });
  if (buttons.length > 0) words.append(element("p", { class: "buttons" }, ...buttons));

  const parts = [top, element("div", { class: "hero" }, words, rosette(config.name))];
  if (config.contract) parts.push(contractLine(config.chain, config.contract));
  if (config.showFacts && config.facts.length > 0) parts.push(section("In numbers", facts(config.facts)));
  if (config.showRoad && config.road.length > 0) parts.push(section("Roadmap", roadmap(config.road)));
  if (config.showTeam && config.team.length > 0) parts.push(section("Team", team(config.team)));
  document.getElementById("page").append(...parts);
};

try {
  show(await (await fetch("./config.json", { cache: "no-cache" })).json());
} catch {
  document.getElementById("page").append(element("p", {}, "Can't load this page. Reload to try again."));
}
