import { icons, type IconName } from "../../ui/icons.ts";

/** An activity's icon: an icon name, an image URL, or the default. */
export const taskIcon = (icon: string) => {
  if (icon in icons) return icon as IconName;
  return /^(https?:\/\/|\/)/.test(icon) ? <img src={icon} alt="" loading="lazy" /> : ("spark" as const);
};
