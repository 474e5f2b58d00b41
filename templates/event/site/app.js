/** Renders the page from ./config.json. Values are inserted as text, never as markup. */
const svgNamespace = "http://www.w3.org/2000/svg";
const dayMs = 86_400_000;

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

/** Formats "2027-05-14 18:00" in the visitor's locale. Any other text is shown unchanged. */
const momentOf = (written) => {
  const [, day, time = ""] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{1,2}:\d{2}))?$/.exec(written.trim()) ?? [];
  const date = day ? new Date(`${day}T${(time || "00:00").padStart(5, "0")}`) : undefined;
  if (!date || Number.isNaN(date.getTime())) return { text: written };
  const text = new Intl.DateTimeFormat(undefined, {
    dateStyle: "full",
    ...(time && { timeStyle: "short" }),
  }).format(date);
  return { date, text };
};

const daysUntil = (date) => {
  const days = Math.ceil((date.getTime() - Date.now()) / dayMs);
  if (days < 0) return undefined;
  if (days === 0) return "Today";
  return days === 1 ? "Tomorrow" : `In ${days} days`;
};

/** Draws the sun and its rings. */
const poster = () => {
  const rings = [0, 1, 2, 3, 4, 5].map((ring) =>
    drawing("circle", {
      cx: 300,
      cy: 420,
      r: 70 + ring * 58,
      fill: "none",
      stroke: ring % 2 ? "#2e86ab" : "#f25f3a",
      "stroke-width": 24 - ring * 3,
    }),
  );
  const sun = drawing("circle", { cx: 300, cy: 420, r: 46, fill: "#ffc145" });
  return drawing("svg", { viewBox: "0 0 600 560", "aria-hidden": "true" }, ...rings, sun);
};

const face = (name) => {
  const code = [...name].reduce((sum, character) => sum * 31 + character.codePointAt(0), 7) >>> 0;
  const colors = ["#f25f3a", "#ffc145", "#2e86ab", "#6a5acd", "#3aa17e"];
  const [back, front] = [colors[code % 5], colors[(code + 2) % 5]];
  return drawing(
    "svg",
    { viewBox: "0 0 76 76", "aria-hidden": "true" },
    drawing("rect", { width: 76, height: 76, fill: back }),
    drawing("circle", { cx: 38, cy: 30 + (code % 7), r: 15, fill: front }),
    drawing("circle", { cx: 38, cy: 82, r: 30, fill: front }),
  );
};

const section = (title, content) => element("section", {}, element("h2", {}, title), content);

const program = (rows) =>
  element(
    "table",
    {},
    element(
      "thead",
      {},
      element("tr", {}, ...["Time", "What", "Who"].map((name) => element("th", { scope: "col" }, name))),
    ),
    element(
      "tbody",
      {},
      ...rows.map(([time, what, who]) =>
        element(
          "tr",
          {},
          element("td", { class: "time" }, time),
          element("th", { class: "what", scope: "row" }, what),
          element("td", { class: "who" }, who),
        ),
      ),
    ),
  );

const speakers = (rows) =>
  element(
    "ul",
    { class: "people" },
    ...rows.map(([name, role]) =>
      element("li", {}, face(name), element("strong", {}, name), element("span", {}, role)),
    ),
  );

const show = (config) => {
  document.title = config.title;
  const { date, text } = momentOf(config.starts);
  const counted = config.countdown && date ? daysUntil(date) : undefined;
  const tickets = safeAddress(config.ticketAddress);
  const when = element(
    "p",
    { class: "when" },
    date ? element("time", { datetime: config.starts.trim().replace(" ", "T") }, text) : element("span", {}, text),
    ...(config.place ? [element("span", {}, config.place)] : []),
  );
  const title = element("div", {}, element("h1", {}, config.title));
  if (config.tagline) title.append(element("p", { class: "tagline" }, config.tagline));
  const foot = element("div", { class: "foot" });
  if (tickets) foot.append(element("a", { class: "button", href: tickets }, config.ticketLabel || "Get a ticket"));
  if (counted) foot.append(element("span", { class: "count" }, counted));

  document
    .getElementById("page")
    .append(
      element("header", { class: "poster" }, poster(), when, title, foot),
      ...(config.about ? [section("About", element("p", { class: "about" }, config.about))] : []),
      section("Program", program(config.schedule)),
      ...(config.people.length > 0 ? [section("Speakers", speakers(config.people))] : []),
    );
};

try {
  show(await (await fetch("./config.json", { cache: "no-cache" })).json());
} catch {
  document.getElementById("page").append(element("p", {}, "Can't load this page. Reload to try again."));
}
