import { expect, test } from "vitest";
import { celebrationParticles } from "../../../../resources/limits.ts";
import { drift, launch } from "./celebration-particles.ts";

const frame = 1 / 60;

test("200 particles rise from both lower corners and fall again", () => {
  let seed = 0;
  const random = () => ((seed = (seed * 16807 + 11) % 2147483647), seed / 2147483647);
  const particles = launch(celebrationParticles, { width: 1440, height: 900, colors: 5 }, random);
  expect(particles).toHaveLength(200);
  expect(new Set(particles.map(({ x }) => x))).toEqual(new Set([0, 1440]));
  const highest = particles.map(() => Infinity);
  for (let step = 0; step < 200; step++) {
    for (const [index, particle] of particles.entries()) {
      drift(particle, frame);
      highest[index] = Math.min(highest[index]!, particle.y);
    }
  }
  expect(Math.max(...highest)).toBeLessThan(900);
  expect(particles.every((particle, index) => particle.y > highest[index]!)).toBe(true);
});
