/** Opens an address outside in a tab of its own. As a pressed link, which the messaging app takes over: in its frame nothing else opens. */
export const openOutside = (address: string): void => {
  const link = Object.assign(document.createElement("a"), { href: address, target: "_blank", rel: "noreferrer" });
  document.body.append(link);
  link.click();
  link.remove();
};
