/**
 * Creates elements of the built-in wallet's dialog, which is rendered without React: a wallet is not part of the page.
 */
export const element = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] => {
  const node = document.createElement(tag);
  node.append(...children);
  return node;
};

export const button = (label: string, value: string): HTMLButtonElement => {
  const node = element("button", label);
  node.type = "button";
  node.value = value;
  return node;
};
