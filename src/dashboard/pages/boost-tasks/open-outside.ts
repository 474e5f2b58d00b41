/** Opens an external URL in a new tab. Clicks a link, because the messaging app intercepts links and blocks other ways. */
export const openOutside = (address: string): void => {
  const link = Object.assign(document.createElement("a"), { href: address, target: "_blank", rel: "noreferrer" });
  document.body.append(link);
  link.click();
  link.remove();
};
