/**
 * Converts simple Markdown to elements: headings, paragraphs, lists, quotes, code blocks, rules, and inline bold, italic, code and
 * links. Text becomes text nodes, never markup.
 */
const element = (tag, ...children) => {
  const made = document.createElement(tag);
  made.append(...children);
  return made;
};

const inlineMarks = /`([^`]+)`|\*\*(.+?)\*\*|\*(.+?)\*|\[([^\]]+)\]\(([^)\s]+)\)/;

const inline = (text) => {
  const found = inlineMarks.exec(text);
  if (!found) return [text];
  const [whole, code, bold, italic, label, address] = found;
  const before = text.slice(0, found.index);
  return [
    before,
    marked({ whole, code, bold, italic, label, address }),
    ...inline(text.slice(found.index + whole.length)),
  ];
};

const marked = ({ whole, code, bold, italic, label, address }) => {
  if (code) return element("code", code);
  if (bold) return element("strong", ...inline(bold));
  if (italic) return element("em", ...inline(italic));
  const href = safeAddress(address);
  if (!href) return whole;
  const link = element("a", ...inline(label));
  link.setAttribute("href", href);
  return link;
};

/** Returns a link target that is safe to open, or undefined for schemes that could run code. */
export const safeAddress = (text) => {
  const written = text.trim();
  if (/^(https?:|mailto:|ipfs:|#)/i.test(written)) return written;
  return /^[\w-]+(\.[\w-]+)+(\/|$)/.test(written) ? `https://${written}` : undefined;
};

const bullet = /^[-*] +/;
const number = /^\d+[.)] +/;
const quote = /^> ?/;

/** Removes lines from the front while they match, and returns them. */
const take = (lines, belongs) => {
  const taken = [];
  while (lines.length > 0 && belongs(lines[0])) taken.push(lines.shift());
  return taken;
};

const list = (lines, tag, mark) => {
  const items = [];
  for (const line of take(lines, (text) => mark.test(text) || /^ {2,}\S/.test(text))) {
    if (mark.test(line)) items.push(line.replace(mark, ""));
    else items.push(`${items.pop()} ${line.trim()}`);
  }
  return element(tag, ...items.map((item) => element("li", ...inline(item))));
};

const block = (lines) => {
  const [line] = lines;
  const heading = /^(#{1,4}) +(.+)$/.exec(line);
  if (heading) {
    lines.shift();
    // The page's title is the only h1.
    return element(`h${Math.max(2, heading[1].length)}`, ...inline(heading[2].trim()));
  }
  if (line.startsWith("```")) {
    lines.shift();
    const code = take(lines, (text) => !text.startsWith("```"));
    lines.shift();
    return element("pre", element("code", code.join("\n")));
  }
  if (/^(-{3,}|\*{3,})$/.test(line.trim())) {
    lines.shift();
    return element("hr");
  }
  if (bullet.test(line)) return list(lines, "ul", bullet);
  if (number.test(line)) return list(lines, "ol", number);
  if (quote.test(line)) {
    const inner = take(lines, (text) => quote.test(text)).map((text) => text.replace(quote, ""));
    return element("blockquote", ...blocks(inner));
  }
  const text = [lines.shift(), ...take(lines, (next) => next.trim() !== "" && !startsBlock.test(next))];
  return element("p", ...inline(text.join(" ")));
};

const startsBlock = /^(#{1,4} |```|[-*] |\d+[.)] |>)/;

const blocks = (lines) => {
  const made = [];
  while (lines.length > 0) {
    if (lines[0].trim() === "") lines.shift();
    else made.push(block(lines));
  }
  return made;
};

export const markdown = (text) => blocks(text.replaceAll("\r", "").split("\n"));
