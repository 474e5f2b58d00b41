import { shortenHash, shortenName } from "../../../lib/format/shorten.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { BrandLogo } from "../../../ui/page/brand-logo.tsx";
import { CodeBlock } from "../../../ui/panels/code-block.tsx";
import { CopyText } from "../../../ui/panels/copy-text.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { icons, type IconName } from "../../../ui/icons.ts";
import { Markdown } from "../../../ui/markdown/markdown.tsx";
import { longText, type GalleryEntry } from "../entry.ts";

const cid = "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi";

const markdown = `Tags such as <b>this</b> are **text**, and [links](https://example.org) open in a new tab.

1. A list
2. with \`code\`

| model | price |
|---|--:|
| small | Free |

\`\`\`js
const answer = 42;
\`\`\``;

export const texts: GalleryEntry = {
  id: "texts",
  title: "Text, images, icons",
  states: [
    {
      title: "Copyable text",
      content: (
        <>
          <CopyText label="CID" text={cid} shown={shortenHash(cid)} />
          <CopyText label="name" text={longText} shown={shortenName(longText)} />
          <CopyText label="full CID" text={cid} />
        </>
      ),
    },
    { title: "Code", content: <CodeBlock label="commands" code={`git push freehold main\n# ${longText}`} /> },
    {
      title: "Untrusted Markdown",
      content: <Markdown text={markdown} />,
    },
    { title: "Avatars", content: ["ada", "grace", "alan"].map((seed) => <Avatar key={seed} seed={seed} size={40} />) },
    { title: "Logos", content: ["polygon", "metamask"].map((name) => <BrandLogo key={name} name={name} />) },
    {
      title: "Icons",
      content: (Object.keys(icons) as IconName[]).map((name) => (
        <span key={name} title={name}>
          <Icon name={name} />
        </span>
      )),
    },
  ],
};
