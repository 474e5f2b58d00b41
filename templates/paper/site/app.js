/** Renders the page from ./config.json. Values are inserted as text, never as markup. */
import { markdown, safeAddress } from "./markdown.js";

const element = (tag, attributes = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
};

/** Sets a unique ID on each heading and returns the table of contents. */
const contentsOf = (headings) => {
  const links = headings.map((heading, index) => {
    const words = heading.textContent.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    heading.id = `${index + 1}-${words.join("-")}`;
    const name = heading.tagName === "H3" ? "inner" : "";
    return element("a", { href: `#${heading.id}`, class: name }, heading.textContent);
  });
  const nav = element(
    "nav",
    { "aria-label": "Contents" },
    element("ol", {}, ...links.map((link) => element("li", {}, link))),
  );
  const seen = new IntersectionObserver(
    (entries) => {
      const shown = entries.find(({ isIntersecting }) => isIntersecting)?.target;
      if (!shown) return;
      for (const link of links) link.classList.toggle("current", link.hash === `#${encodeURI(shown.id)}`);
    },
    { rootMargin: "0px 0px -75% 0px" },
  );
  for (const heading of headings) seen.observe(heading);
  return nav;
};

const source = ([title, address]) => {
  const href = safeAddress(address);
  return element(
    "li",
    {},
    href ? element("a", { href }, title || address) : [title, address].filter(Boolean).join(", "),
  );
};

const show = ({ title, subtitle, authors, version, body, sources, contents, numbered }) => {
  document.title = title;
  const front = element("header", { class: "front" }, element("h1", {}, title));
  if (subtitle) front.append(element("p", { class: "subtitle" }, subtitle));
  const by = [authors, version].filter(Boolean).map((text) => element("span", {}, text));
  if (by.length > 0) front.append(element("p", { class: "by" }, ...by));

  const article = element("article", { class: numbered ? "numbered" : "" }, front, ...markdown(body));
  const headings = [...article.querySelectorAll("h2, h3")];
  if (sources.length > 0) {
    article.append(element("hr"), element("ol", { class: "sources", "aria-label": "Sources" }, ...sources.map(source)));
  }
  const layout = element("div", { class: "layout" });
  if (contents && headings.length > 1) {
    layout.classList.add("has-contents");
    layout.append(contentsOf(headings));
  }
  layout.append(element("main", {}, article));
  document.getElementById("page").append(layout);
};

try {
  show(await (await fetch("./config.json", { cache: "no-cache" })).json());
} catch {
  document.getElementById("page").append(element("p", {}, "Can't load this page. Reload to try again."));
}
