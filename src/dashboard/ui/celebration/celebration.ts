/** Confetti over the window for first-time achievements. Loaded on demand. */
import { celebrationParticles } from "../../../../resources/limits.ts";
import { drift, launch, type Particle } from "./celebration-particles.ts";

const lastsMs = 3200;
const colors = ["#2f6b4f", "#d9a441", "#c8553d", "#3f6fb0", "#8a5ea8"];

/** Lets `count` particles fly once. Skipped for users who prefer reduced motion. */
export const celebrate = (count: number = celebrationParticles): void => {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const canvas = document.createElement("canvas");
  canvas.dataset.celebration = String(count);
  canvas.ariaHidden = "true";
  Object.assign(canvas.style, {
    position: "fixed",
    inset: "0",
    width: "100vw",
    height: "100vh",
    pointerEvents: "none",
  });
  canvas.style.zIndex = "1000";
  document.body.append(canvas);
  run(canvas, count);
};

const run = (canvas: HTMLCanvasElement, count: number): void => {
  const scale = Math.min(devicePixelRatio, 2);
  const [width, height] = [innerWidth, innerHeight];
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext("2d")!;
  context.scale(scale, scale);
  const particles = launch(count, { width, height, colors: colors.length }, Math.random);
  const startedMs = performance.now();
  let previousMs = startedMs;
  const frame = (nowMs: number): void => {
    const age = (nowMs - startedMs) / lastsMs;
    if (age >= 1) return canvas.remove();
    context.clearRect(0, 0, width, height);
    context.globalAlpha = Math.min(1, (1 - age) * 3);
    for (const particle of particles) {
      drift(particle, Math.min(nowMs - previousMs, 50) / 1000);
      draw(context, particle);
    }
    previousMs = nowMs;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
};

/** Draws a scrap of paper that rotates as it falls. */
const draw = (context: CanvasRenderingContext2D, { x, y, size, turn, color }: Particle): void => {
  context.save();
  context.translate(x, y);
  context.rotate(turn);
  context.fillStyle = colors[color]!;
  context.fillRect(-size / 2, (-size * Math.abs(Math.cos(turn * 2))) / 2, size, size * Math.abs(Math.cos(turn * 2)));
  context.restore();
};
