/** Confetti physics: launched from both lower corners, with drag and gravity. Pixels and seconds. */
export interface Particle {
  x: number;
  y: number;
  speedX: number;
  speedY: number;
  turn: number;
  readonly spin: number;
  readonly size: number;
  /** Index of its color. */
  readonly color: number;
}

const gravity = 900;
const drag = 0.9;

/** Creates the particles. `random` returns numbers from 0 to 1. */
export const launch = (
  count: number,
  { width, height, colors }: { readonly width: number; readonly height: number; readonly colors: number },
  random: () => number,
): Particle[] =>
  Array.from({ length: count }, (_, index) => {
    const fromLeft = index % 2 === 0;
    const angle = ((fromLeft ? -75 : -105) + (random() - 0.5) * 50) * (Math.PI / 180);
    const speed = height * (0.9 + random() * 0.9);
    return {
      x: fromLeft ? 0 : width,
      y: height,
      speedX: Math.cos(angle) * speed + (fromLeft ? 1 : -1) * width * random() * 0.5,
      speedY: Math.sin(angle) * speed,
      turn: random() * Math.PI,
      spin: (random() - 0.5) * 12,
      size: 6 + random() * 7,
      color: index % colors,
    };
  });

/** Advances a particle by `seconds`. */
export const drift = (particle: Particle, seconds: number): void => {
  const dragFactor = Math.max(0, 1 - drag * seconds);
  particle.speedX *= dragFactor;
  particle.speedY = particle.speedY * dragFactor + gravity * seconds;
  particle.x += particle.speedX * seconds;
  particle.y += particle.speedY * seconds;
  particle.turn += particle.spin * seconds;
};
