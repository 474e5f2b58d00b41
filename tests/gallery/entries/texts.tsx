import { landUnit } from "../../../resources/money.ts";
import { shortenHash, shortenName } from "../../../src/dashboard/lib/format/shorten.ts";
import { Avatar } from "../../../src/dashboard/ui/avatar.tsx";
import { BrandLogo } from "../../../src/dashboard/ui/page/brand-logo.tsx";
import { CodeBlock } from "../../../src/dashboard/ui/panels/code-block.tsx";
import { CopyText } from "../../../src/dashboard/ui/panels/copy-text.tsx";
import { Icon } from "../../../src/dashboard/ui/icon.tsx";
import { icons, type IconName } from "../../../src/dashboard/ui/icons.ts";
import { Money } from "../../../src/dashboard/ui/panels/money.tsx";
import { QrCode } from "../../../src/dashboard/ui/panels/qr-code.tsx";
import { Markdown } from "../../../src/dashboard/ui/markdown/markdown.tsx";
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
    {
      title: "Money",
      content: (
        <>
          <Money land={5_000_000n * landUnit} />
          <Money signed land={80_711n * landUnit} />
          <Money signed land={-landUnit} />
          <Money land="0" />
        </>
      ),
    },
    { title: "QR code", content: <QrCode text="https://site.example/" name="site" /> },
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
