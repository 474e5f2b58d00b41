import { Button, IconButton, LinkButton } from "../../../src/dashboard/ui/button.tsx";
import { Menu } from "../../../src/dashboard/ui/menu/menu.tsx";
import { Icon } from "../../../src/dashboard/ui/icon.tsx";
import type { GalleryEntry } from "../entry.ts";

const kinds = ["primary", "secondary", "soft", "plain", "danger"] as const;

export const buttons: GalleryEntry = {
  id: "buttons",
  title: "Buttons and menus",
  states: [
    {
      title: "Kinds",
      content: kinds.map((kind) => (
        <Button key={kind} kind={kind}>
          {kind}
        </Button>
      )),
    },
    {
      title: "Sizes, icons, links",
      content: (
        <>
          <Button size="small" icon="plus">
            Small
          </Button>
          <Button size="large" icon="upload">
            Large
          </Button>
          <LinkButton to="#buttons" icon="link">
            A link
          </LinkButton>
          <IconButton icon="settings" label="Settings" />
          <IconButton icon="trash" label="Delete" size="small" />
        </>
      ),
    },
    {
      title: "Busy, disabled",
      content: (
        <>
          <Button kind="primary" busy>
            Saving
          </Button>
          <Button disabled>Disabled</Button>
          <IconButton icon="refresh" label="Refresh" disabled />
        </>
      ),
    },
    {
      title: "Menu",
      content: (
        <Menu
          label="Actions"
          groups={[
            [
              { label: "Open", icon: "external", to: "#buttons" },
              { label: "Not now", icon: "clock", disabled: true },
            ],
            [{ label: "Delete", icon: "trash", danger: true }],
          ]}
        >
          <Icon name="more" />
        </Menu>
      ),
    },
  ],
};
