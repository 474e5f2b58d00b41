/** Returns a seeded random number generator, 0 to 1 (mulberry32). */
const randomFrom = (seed) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};

const groundY = 91;
const round = (value) => Math.round(value * 100) / 100;

/** Returns the outline of one plant at `x`: a bent stem, leaves on alternating sides and a blossom. */
export const plant = (seed, x) => {
  const random = randomFrom(seed);
  const height = 22 + random() * 26;
  const lean = (random() - 0.5) * 14;
  const tip = { x: x + lean, y: groundY - height };
  const bend = { x: x - lean * 0.4, y: groundY - height * 0.6 };
  const at = (share) => {
    const rest = 1 - share;
    return {
      x: rest * rest * x + 2 * rest * share * bend.x + share * share * tip.x,
      y: rest * rest * groundY + 2 * rest * share * bend.y + share * share * tip.y,
    };
  };
  const leaves = Array.from({ length: 3 + Math.floor(random() * 3) }, (_, index) => {
    const from = at(0.22 + index * 0.15);
    const side = index % 2 === 0 ? 1 : -1;
    return leafFrom(from, side, 3.4 + random() * 2.8);
  });
  return {
    stem: `M${round(x)} ${groundY} Q${round(bend.x)} ${round(bend.y)} ${round(tip.x)} ${round(tip.y)}`,
    leaves,
    blossom: { x: round(tip.x), y: round(tip.y), r: round(1.6 + random() * 1.8) },
  };
};

const leafFrom = ({ x, y }, side, length) => {
  const end = { x: x + side * length, y: y - length * 0.7 };
  const under = { x: x + side * length * 0.85, y: y + length * 0.08 };
  const over = { x: x + side * length * 0.15, y: y - length * 0.78 };
  return (
    `M${round(x)} ${round(y)} Q${round(under.x)} ${round(under.y)} ${round(end.x)} ${round(end.y)} ` +
    `Q${round(over.x)} ${round(over.y)} ${round(x)} ${round(y)} Z`
  );
};
