import { shortenHash, shortenName } from "../../../lib/format/shorten.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { CopyText } from "../../../ui/copy-text.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { icons, type IconName } from "../../../ui/icons.ts";
import { longText, type GalleryEntry } from "../entry.ts";

const cid = "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi";

export const texts: GalleryEntry = {
  id: "texts",
  title: "Texts, pictures, icons",
  states: [
    {
      title: "To be copied",
      content: (
        <>
          <CopyText label="CID" text={cid} shown={shortenHash(cid)} />
          <CopyText label="name" text={longText} shown={shortenName(longText)} />
          <CopyText label="whole CID" text={cid} />
        </>
      ),
    },
    { title: "Code", content: <CodeBlock label="commands" code={`git push freehold main\n# ${longText}`} /> },
    { title: "Avatars", content: ["ada", "grace", "alan"].map((seed) => <Avatar key={seed} seed={seed} size={40} />) },
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
