const gapPx = 6;
const edgePx = 8;

/** Places an open popover below its button, or above it if there is no room, always inside the window. */
export const placeBelow = (panel: HTMLElement, anchor: HTMLElement): void => {
  const button = anchor.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const below = button.bottom + gapPx;
  const top = below + height <= innerHeight - edgePx ? below : Math.max(edgePx, button.top - gapPx - height);
  const right = document.documentElement.clientWidth - edgePx;
  const left = button.left + width <= right ? button.left : Math.max(edgePx, button.right - width);
  panel.style.left = `${Math.min(left, right - width)}px`;
  panel.style.top = `${top}px`;
};
