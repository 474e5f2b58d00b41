import { plant } from "./plant.js";

const spots = [20, 30, 40, 50, 60, 70, 80];

/** Draws seven different plants from one seed. */
export const Garden = ({ seed }) => (
  <svg className="garden" viewBox="0 0 100 100" preserveAspectRatio="xMidYMax slice" role="img" aria-label="A small garden" key={seed}>
    <circle className="sun" cx="72" cy="30" r="11" />
    <path className="hill far" d="M0 80 C 20 68, 42 72, 58 78 S 88 70, 100 74 V 100 H 0 Z" />
    {spots.map((x, index) => {
      const { stem, leaves, blossom } = plant(seed * 31 + index, x);
      return (
        <g key={x} className={`plant tone-${index % 3}`} style={{ "--delay": `${index * 90}ms` }}>
          <path className="stem" pathLength="1" d={stem} />
          {leaves.map((leaf) => (
            <path key={leaf} className="leaf" d={leaf} />
          ))}
          <circle className="blossom" cx={blossom.x} cy={blossom.y} r={blossom.r} />
        </g>
      );
    })}
    <path className="hill near" d="M0 90 C 22 83, 46 87, 64 90 S 90 86, 100 88 V 100 H 0 Z" />
  </svg>
);
