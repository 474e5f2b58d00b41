/** Styles of the built-in wallet's dialog; the theme's variables reach into the shadow root. */
export const approvalStyles = `
dialog {
  box-sizing: border-box; width: min(420px, calc(100vw - 32px)); max-height: calc(100dvh - 32px); padding: 24px;
  overflow: auto; border: 1px solid var(--fh-line); border-radius: 14px; background: var(--fh-surface);
  color: var(--fh-text); box-shadow: var(--fh-shadow); font: 14px/1.55 var(--fh-sans);
}
dialog::backdrop { background: rgb(10 12 9 / 55%); }
p { margin: 0 0 16px; color: var(--fh-text-muted); }
p:first-child { margin: 0 0 12px; color: var(--fh-accent); font-size: 12px; font-weight: 600; }
h2 { margin: 0 0 6px; font-size: 18px; line-height: 1.35; letter-spacing: -0.01em; }
div { display: grid; gap: 2px; margin-bottom: 12px; }
span { color: var(--fh-text-faint); font-size: 12px; }
code, pre { overflow-wrap: anywhere; font: 12.5px/1.6 var(--fh-mono); }
pre {
  max-height: min(360px, 42dvh); margin: 0 0 16px; padding: 12px 14px; overflow: auto; border-radius: 8px;
  background: var(--fh-sunken); white-space: pre-wrap;
}
section { display: grid; gap: 10px; margin-top: 4px; padding: 12px 14px; border-radius: 8px; background: var(--fh-warning-soft); }
section[hidden] { display: none; }
section p, section p:first-child { margin: 0; color: var(--fh-warning); font-size: 13px; font-weight: 500; }
footer { display: grid; grid-template-columns: 1fr 1fr; gap: 10px; margin-top: 20px; }
button {
  height: 40px; border: 1px solid var(--fh-line-strong); border-radius: 8px; background: transparent;
  color: var(--fh-text); font: 500 14px var(--fh-sans); cursor: pointer;
}
button:disabled { opacity: 0.5; cursor: not-allowed; }
button:hover { background: var(--fh-sunken); }
button[value="approve"] { border-color: transparent; background: var(--fh-accent); color: var(--fh-on-accent); }
button[value="approve"]:hover { background: var(--fh-accent-hover); }
button:focus-visible { outline: 2px solid var(--fh-accent); outline-offset: 2px; }
`;
