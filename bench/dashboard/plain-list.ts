/** Returns a page with only a virtual list of this many rows: the minimum that scrolls like a list. */
export const plainList = (rows: number, rowPx: number): string => `<!doctype html>
<style>
  body { margin: 0; font: 14px sans-serif }
  [role="grid"] { position: relative; height: 800px; overflow: auto }
  [role="row"] { position: absolute; display: grid; grid-template-columns: 44px 1fr 110px 150px; width: 100%; height: ${rowPx}px; contain: strict }
</style>
<div role="grid"><div style="height:${rows * rowPx}px"></div></div>
<script>
  const grid = document.querySelector('[role="grid"]');
  const drawn = Array.from({ length: Math.ceil(800 / ${rowPx}) + 32 }, () => grid.firstChild.appendChild(document.createElement("div")));
  for (const row of drawn) {
    row.setAttribute("role", "row");
    row.innerHTML = "<input type=checkbox><a></a><span></span><span></span>";
  }
  const draw = () => {
    const first = Math.max(0, Math.floor(grid.scrollTop / ${rowPx}) - 16);
    drawn.forEach((row, offset) => {
      const at = first + offset;
      row.style.top = at * ${rowPx} + "px";
      row.children[1].textContent = "photo-" + at + ".jpg";
      row.children[2].textContent = at + " B";
      row.children[3].textContent = "a day ago";
    });
  };
  grid.addEventListener("scroll", draw, { passive: true });
  draw();
</script>`;
